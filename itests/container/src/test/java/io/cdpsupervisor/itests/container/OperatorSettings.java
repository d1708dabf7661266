package io.cdpsupervisor.itests.container;

import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;

import io.cdpsupervisor.itests.support.FelixSetup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ops4j.pax.exam.Option;

/** The distribution under {@code --set browser.command_timeout=77}. Called outside. */
public final class OperatorSettings implements FelixSetup {

    @Override
    public List<Option> options() throws IOException {
        List<Option> options = new ArrayList<>(new DistributionOptions().options());
        options.add(
                frameworkProperty("cdpsupervisor.set.browser.command_timeout").value("77"));
        return options;
    }
}
