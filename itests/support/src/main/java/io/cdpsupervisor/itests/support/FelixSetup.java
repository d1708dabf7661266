package io.cdpsupervisor.itests.support;

import java.io.IOException;
import java.util.List;
import org.ops4j.pax.exam.Option;

/**
 * What a framework for tests is made of, beside the test libraries, which are always there. Has a constructor without
 * arguments. Called outside the framework, once for each test class.
 */
public interface FelixSetup {

    /** Bundles, framework properties, start levels. */
    List<Option> options() throws IOException;
}
