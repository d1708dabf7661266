package io.cdpsupervisor.transport.internal;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** TLS over a connected socket, and what its failures mean to people. Safe for any thread. */
final class Tls {

    private static final String UNTRUSTED =
            "this Java does not trust its certificate; javax.net.ssl.trustStore names those it trusts";

    private Tls() {}

    /** Trusts whom this JVM trusts now. */
    static SSLSocketFactory factory() {
        return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }

    /**
     * Shakes hands and checks that the certificate is for the name that was dialled. Blocks until the peer has
     * answered or the socket is closed.
     */
    static SSLSocket over(Socket tcp, Dial dial) throws IOException {
        SSLSocket socket = (SSLSocket) factory().createSocket(tcp, dial.host(), dial.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** Why a connection failed, without the names of Java's classes where it was for the certificate. */
    static String reason(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        if (!(failure instanceof SSLException)) {
            return message;
        }
        if (message.startsWith("Unsupported or unrecognized SSL message")) {
            return "it does not speak TLS; use ws:// or http://";
        }
        if (cause(failure, EOFException.class).isPresent()) {
            return "it hung up on the TLS handshake, as a browser without TLS does; use ws:// or http://";
        }
        return cause(failure, CertificateException.class)
                .map(c -> certificate(failure, c))
                .orElse(message);
    }

    /** From the cause that says most. */
    private static String certificate(IOException failure, CertificateException problem) {
        if (cause(failure, CertificateExpiredException.class).isPresent()) {
            return "its certificate has expired";
        }
        if (cause(failure, CertificateNotYetValidException.class).isPresent()) {
            return "its certificate is not valid yet";
        }
        if (cause(failure, CertPathBuilderException.class).isPresent()
                || cause(failure, CertPathValidatorException.class).isPresent()) {
            return UNTRUSTED;
        }
        return "its certificate is for another name: " + problem.getMessage();
    }

    private static <T extends Exception> Optional<T> cause(Throwable failure, Class<T> type) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return Optional.of(type.cast(t));
            }
        }
        return Optional.empty();
    }
}
