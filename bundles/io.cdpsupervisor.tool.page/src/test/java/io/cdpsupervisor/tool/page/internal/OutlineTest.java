package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutlineTest {

    private final List<Map<String, Object>> nodes = new ArrayList<>();

    @Test
    void namelessBoxesGiveWayToTheirContent() {
        node("1", "RootWebArea", "", "2");
        node("2", "generic", "", "3");
        node("3", "group", "", "4");
        node("4", "button", "Go");
        assertThat(outline()).containsExactly("- button \"Go\" [ref=e1]");
    }

    @Test
    void emptyBoxesAreNotShown() {
        node("1", "RootWebArea", "", "2", "3");
        node("2", "list", "");
        node("3", "image", "");
        assertThat(outline()).isEmpty();
    }

    @Test
    void textThatAButtonIsNamedByIsNotRepeated() {
        node("1", "RootWebArea", "", "2");
        node("2", "button", "Save all", "3", "4");
        node("3", "StaticText", "Save");
        node("4", "image", "disk");
        assertThat(outline()).containsExactly("- button \"Save all\" [ref=e1]", "  - image \"disk\"");
    }

    @Test
    void textThatMerelyOccursInTheNameOfARegionStays() {
        node("1", "RootWebArea", "", "2");
        node("2", "region", "Your orders", "3", "4");
        node("3", "StaticText", "orders");
        node("4", "StaticText", ": none");
        assertThat(outline()).containsExactly("- region \"Your orders\"", "  - text \"orders: none\"");
    }

    @Test
    void textTooLongForANameIsShownBelowInPieces() {
        String words = "word ".repeat(100).strip();
        node("1", "RootWebArea", "", "2");
        node("2", "link", words, "3");
        node("3", "StaticText", words);
        List<String> lines = outline();
        assertThat(lines).hasSize(3).allSatisfy(line -> assertThat(line).hasSizeLessThan(330));
        assertThat(lines.get(0)).startsWith("- link \"word").contains("…\"");
        assertThat(String.join(" ", lines.subList(1, 3)).split("word", -1)).hasSize(101);
    }

    @Test
    void whiteSpaceIsCollapsedAndQuotesAreEscaped() {
        node("1", "RootWebArea", "", "2");
        node("2", "heading", " The \"big\"\n\tone\u00a0here ");
        assertThat(outline()).containsExactly("- heading \"The \\\"big\\\" one here\"");
    }

    @Test
    void secretsAreMaskedBeforeANameIsCut() {
        node("1", "RootWebArea", "", "2");
        node("2", "heading", "x".repeat(280) + " ghp_" + "0123456789".repeat(4));
        assertThat(outline())
                .singleElement()
                .asString()
                .contains("ghp_01...6789")
                .doesNotContain("ghp_0123");
    }

    @Test
    void hiddenFrameIsNotShown() {
        node("1", "RootWebArea", "", "2");
        node("2", "button", "Go");
        FrameContent top = content();
        top.placed().put(77L, new FrameContent(Pages.child("AD", "TOP", true), Optional.empty()));
        assertThat(Outline.of(top, new RefTable().begin("TOP", "L1"))).containsExactly("- button \"Go\" [ref=e1]");
    }

    @Test
    void pageNestedDeeperThanTheStackIsCutOff() {
        for (int i = 1; i < 20_000; i++) {
            node(String.valueOf(i), i == 1 ? "RootWebArea" : "generic", "", String.valueOf(i + 1));
        }
        node("20000", "button", "Deep");
        assertThat(outline()).isEmpty();
    }

    private List<String> outline() {
        return Outline.of(content(), new RefTable().begin("TOP", "L1"));
    }

    private FrameContent content() {
        return new FrameContent(Pages.top(), Optional.of(new AxTree(Map.of("nodes", nodes))));
    }

    private void node(String id, String role, String name, String... children) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("nodeId", id);
        node.put("ignored", false);
        node.put("role", Map.of("value", role));
        node.put("name", Map.of("value", name));
        node.put("backendDOMNodeId", Long.valueOf(id));
        node.put("childIds", List.of(children));
        nodes.add(node);
    }
}
