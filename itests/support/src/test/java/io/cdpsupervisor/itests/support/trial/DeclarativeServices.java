package io.cdpsupervisor.itests.support.trial;

import static org.ops4j.pax.exam.CoreOptions.streamBundle;

import io.cdpsupervisor.itests.support.FelixSetup;
import io.cdpsupervisor.itests.support.TestBundle;
import io.cdpsupervisor.itests.support.TestLibraries;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.felix.scr.info.ScrInfo;
import org.ops4j.pax.exam.Option;
import org.osgi.service.component.ComponentContext;
import org.osgi.util.function.Function;
import org.osgi.util.promise.Promise;

/** A framework with Declarative Services and a component that waits for paint which never comes. Called outside. */
public final class DeclarativeServices implements FelixSetup {

    private static final TestBundle NEEDY = new TestBundle(
            "test.needy",
            Map.of("Service-Component", "OSGI-INF/needy.xml", "Bundle-Version", "1.0.0"),
            List.of(),
            Map.of("OSGI-INF/needy.xml", """
                    <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="painter">
                      <implementation class="test.needy.Painter"/>
                      <service><provide interface="java.util.concurrent.Callable"/></service>
                      <reference name="paint" interface="java.lang.Runnable" target="(color=blue)"/>
                    </scr:component>
                    """));

    @Override
    public List<Option> options() {
        Stream<Option> runtime = Stream.of(ScrInfo.class, ComponentContext.class, Promise.class, Function.class)
                .map(TestLibraries::bundleOf);
        return Stream.concat(runtime, Stream.of(streamBundle(NEEDY.jar()))).toList();
    }
}
