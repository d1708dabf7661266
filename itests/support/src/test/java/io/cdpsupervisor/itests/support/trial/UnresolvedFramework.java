package io.cdpsupervisor.itests.support.trial;

import static org.ops4j.pax.exam.CoreOptions.streamBundle;

import io.cdpsupervisor.itests.support.FelixSetup;
import io.cdpsupervisor.itests.support.TestBundle;
import java.util.List;
import java.util.Map;
import org.ops4j.pax.exam.Option;

/** A framework with a bundle that cannot be wired. */
public final class UnresolvedFramework implements FelixSetup {

    @Override
    public List<Option> options() {
        TestBundle lonely =
                new TestBundle("test.lonely", Map.of("Import-Package", "test.no.such.pkg"), List.of(), Map.of());
        return List.of(streamBundle(lonely.jar()));
    }
}
