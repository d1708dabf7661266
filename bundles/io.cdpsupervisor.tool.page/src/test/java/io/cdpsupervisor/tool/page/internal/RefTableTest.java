package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefTableTest {

    private final RefTable table = new RefTable();

    @Test
    void sameNodeNumberInAnotherFrameIsAnotherElement() {
        RefTable.Reading reading = table.begin("TOP", "L1");
        assertThat(reading.ref(Pages.top(), 5)).isEqualTo("e1");
        assertThat(reading.ref(Pages.child("B", "TOP", true), 5)).isEqualTo("e2");
        assertThat(reading.ref(Pages.top(), 5)).isEqualTo("e1");
    }

    @Test
    void elementsThatLeftAHugePageAreForgottenAndTheirRefsNotGivenAgain() {
        RefTable.Reading first = table.begin("TOP", "L1");
        IntStream.rangeClosed(1, 20_001).forEach(node -> first.ref(Pages.top(), node));
        first.end();
        RefTable.Reading second = table.begin("TOP", "L1");
        assertThat(second.ref(Pages.top(), 7)).as("seen last time").isEqualTo("e7");
        second.end();
        assertThat(table.begin("TOP", "L1").ref(Pages.top(), 8)).isEqualTo("e20002");
    }

    @Test
    void refLeadsToItsElementWhileTheDocumentStays() {
        String ref = table.begin("TOP", "L1").ref(Pages.top(), 5);
        assertThat(table.find("TOP", "L1", ref)).contains(new RefTable.Element("TOP", "https://a.test", 5));
        assertThat(table.find("TOP", "L2", ref)).as("the page has moved on").isEmpty();
        assertThat(table.find("POP", "L1", ref)).as("of another page").isEmpty();
        table.begin("TOP", "L2");
        assertThat(table.find("TOP", "L1", ref)).as("read anew meanwhile").isEmpty();
    }

    @Test
    void pageReadLongestAgoOfManyLosesItsRefs() {
        String page = table.begin("TOP", "L1").ref(Pages.top(), 5);
        String first = table.begin("popup 1", "L").ref(Pages.top(), 5);
        IntStream.rangeClosed(2, 8).forEach(i -> {
            table.begin("popup " + i, "L");
            assertThat(table.find("TOP", "L1", page)).isPresent();
        });
        assertThat(table.find("popup 1", "L", first)).isEmpty();
    }

    @Test
    void tasksBeyondTheLastSixtyFourStartAnew() {
        RefTables tables = new RefTables();
        RefTable first = tables.of("task 0");
        IntStream.rangeClosed(1, 63).forEach(i -> tables.of("task " + i));
        assertThat(tables.of("task 0")).isSameAs(first);
        tables.of("task 64");
        assertThat(tables.of("task 0")).as("used later than task 1").isSameAs(first);
        IntStream.rangeClosed(65, 129).forEach(i -> tables.of("task " + i));
        assertThat(tables.of("task 0")).isNotSameAs(first);
    }
}
