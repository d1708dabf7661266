package io.cdpsupervisor.itests.support.trial;

import io.cdpsupervisor.itests.support.FelixSetup;
import java.util.List;
import org.ops4j.pax.exam.Option;

/** A framework with nothing but the test libraries. */
public final class BareFramework implements FelixSetup {

    @Override
    public List<Option> options() {
        return List.of();
    }
}
