package io.cdpsupervisor.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsupervisor.api.dialog.DialogAnswer;
import io.cdpsupervisor.api.dialog.DialogDecider;
import io.cdpsupervisor.api.host.BrowserHost;
import io.cdpsupervisor.api.host.ToolRequest;
import io.cdpsupervisor.api.supervisor.EventTopics;
import io.cdpsupervisor.api.tool.ToolResult;
import io.cdpsupervisor.itests.support.InFelix;
import io.cdpsupervisor.itests.support.Service;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.event.Event;
import org.osgi.service.event.EventConstants;
import org.osgi.service.event.EventHandler;

/** What others can do with dialogs by a service of theirs: decide them, and hear of them. In front of a real browser. */
@InFelix(DistributionOptions.class)
class DialogServicesIT {

    private static final String TASK = "dialog-services";

    @Service
    BundleContext context;

    @Service
    BrowserHost host;

    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private ServiceRegistration<EventHandler> listening;

    @BeforeEach
    void open() throws Exception {
        Dictionary<String, Object> topics = new Hashtable<>();
        topics.put(EventConstants.EVENT_TOPIC, EventTopics.PREFIX + "*");
        listening = context.registerService(EventHandler.class, this::heard, topics);
        assertThat(call("browser_navigate", Map.of("url", "about:blank")).fields())
                .doesNotContainKey("error");
    }

    @AfterEach
    void close() {
        host.close(TASK);
        listening.unregister();
    }

    @Test
    void aDeciderAnswersInTheAgentsPlaceAndIsAskedNoMoreWhenItHasGone() throws Exception {
        DialogDecider decider = question -> question.dialog().message().equals("Delete?")
                ? Optional.of(new DialogAnswer(true, Optional.empty(), Optional.empty()))
                : Optional.empty();
        ServiceRegistration<DialogDecider> deciding = context.registerService(DialogDecider.class, decider, null);
        try {
            assertThat(confirm("Delete?").fields().get("result")).asString().contains("value=true");
            assertThat(confirm("Something else?").fields()).containsEntry("code", "blocked_by_dialog");
        } finally {
            deciding.unregister();
        }
        answer();
        assertThat(confirm("Delete?").fields()).containsEntry("code", "blocked_by_dialog");
        answer();
    }

    @Test
    void dialogsAndTheLifeOfTheConnectionArePublishedInOrder() throws Exception {
        confirm("Sure?");
        answer();
        host.close(TASK);
        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(topics())
                .containsExactly(
                        EventTopics.CONNECTION_ATTACHED,
                        EventTopics.DIALOG_OPENED,
                        EventTopics.DIALOG_CLOSED,
                        EventTopics.CONNECTION_ENDED);
        assertThat(events)
                .allSatisfy(e -> assertThat(e.getProperty(EventTopics.TASK_ID)).isEqualTo(TASK));
        assertThat(events.get(1).getProperty(EventTopics.DIALOG_MESSAGE)).isEqualTo("Sure?");
        assertThat(events.get(2).getProperty(EventTopics.CLOSED_BY)).isEqualTo("agent");
    }

    private void heard(Event event) {
        events.add(event);
        if (event.getTopic().equals(EventTopics.CONNECTION_ENDED)) {
            ended.countDown();
        }
    }

    private List<String> topics() {
        return events.stream().map(Event::getTopic).toList();
    }

    private ToolResult confirm(String text) throws Exception {
        Map<String, Object> params = Map.of("expression", "confirm('" + text + "')");
        return call("browser_cdp", Map.of("method", "Runtime.evaluate", "params", params));
    }

    private void answer() throws Exception {
        assertThat(call("browser_dialog", Map.of("action", "accept")).success()).isTrue();
    }

    private ToolResult call(String tool, Map<String, Object> arguments) throws Exception {
        return host.call(new ToolRequest(TASK, tool, arguments, (fraction, message) -> {}))
                .get(60, TimeUnit.SECONDS);
    }
}
