package io.cdpsupervisor.tool.page.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageTextTest {

    private final List<String> lines = IntStream.rangeClosed(1, 100)
            .mapToObj(i -> "- link \"number " + i + "\"")
            .toList();

    @Test
    void textWithinTheLimitIsWhole() {
        assertThat(PageText.of(lines, 15_000, true)).isEqualTo(new PageText(String.join("\n", lines), false));
    }

    @Test
    void longerTextEndsAtAWholeLineAndSaysHowToGoOn() {
        PageText cut = PageText.of(lines, 500, true);
        assertThat(cut.truncated()).isTrue();
        assertThat(cut.text()).hasSizeLessThanOrEqualTo(500);
        List<String> shown = cut.text().lines().toList();
        int links = shown.size() - 1;
        assertThat(shown.subList(0, links)).isEqualTo(lines.subList(0, links)).hasSizeGreaterThan(10);
        assertThat(shown.get(links)).contains(100 - links + " more lines", "max_chars", "full");
    }

    @Test
    void lineThatIsLongerThanTheLimitIsCountedNotShown() {
        PageText cut = PageText.of(List.of("- text \"" + "x".repeat(300) + "\""), 200, true);
        assertThat(cut.text()).startsWith("- … cut, 1 more lines");
    }

    @Test
    void missingFramesCountAsTruncated() {
        assertThat(PageText.of(lines, 15_000, false).truncated()).isTrue();
    }

    @Test
    void privateKeyOverSeveralLinesIsMasked() {
        PageText text = PageText.of(
                List.of(
                        "- text \"-----BEGIN PRIVATE KEY-----\"",
                        "- text \"MIIEvQIBADANBg\"",
                        "- text \"-----END PRIVATE KEY-----\""),
                15_000,
                true);
        assertThat(text.text()).contains("[private key]").doesNotContain("MIIE");
    }
}
