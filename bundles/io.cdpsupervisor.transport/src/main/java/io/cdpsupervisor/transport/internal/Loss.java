package io.cdpsupervisor.transport.internal;

import io.cdpsupervisor.api.cdp.CdpException;
import io.cdpsupervisor.api.error.ErrorCode;

/**
 * Why a connection is over. Immutable.
 *
 * @param code what the waiters are told
 * @param reason a sentence for people, without secrets
 */
record Loss(ErrorCode code, String reason) {

    CdpException forCall(String method) {
        return new CdpException(code, method + " got no reply. " + reason);
    }
}
