package io.cdpsupervisor.api.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final String JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl-_x";

    @Nested
    class Keys {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "sk-",
                    "sk-ant-api03-",
                    "ghp_",
                    "gho_",
                    "github_pat_",
                    "glpat-",
                    "AIza",
                    "xoxb-",
                    "hf_",
                    "npm_",
                    "bb_live_",
                    "bu_"
                })
        void areMaskedButForTheirEnds(String prefix) {
            String key = prefix + LETTERS;
            for (String around : List.of("%s", "key=%s.", "\"%s\"", "a_%s", "-%s-\n")) {
                assertThat(Redactor.text(around.formatted(key)))
                        .contains(key.substring(0, 6) + "...")
                        .doesNotContain(LETTERS.substring(6, 32));
            }
        }

        @Test
        void ofAmazonAreMasked() {
            assertThat(Redactor.text("id AKIAIOSFODNN7EXAMPLE.")).isEqualTo("id AKIAIO...MPLE.");
        }

        @Test
        void thatAreShortVanishWhole() {
            assertThat(Redactor.text("xoxb-0123456789")).isEqualTo("***");
        }

        @Test
        void areNotSeenInsideWords() {
            for (String text : List.of("task-" + LETTERS, "sk-short", "disk-based", "eyJust.a.word")) {
                assertThat(Redactor.text(text)).isEqualTo(text);
            }
        }
    }

    @Nested
    class WebTokens {

        @ParameterizedTest
        @ValueSource(strings = {"%s", "token_%s", "t=%s&x", "eyJ_no-token-%s", "eyJaaaaaaaaaa.b.%s"})
        void areMasked(String around) {
            assertThat(Redactor.text(around.formatted(JWT)))
                    .contains("...")
                    .doesNotContain("hbGciOiJIUzI1NiJ9")
                    .doesNotContain("eyJzdWIiOiIxMjM0In0")
                    .doesNotContain("c2lnbmF0dXJl");
        }

        @Test
        void withoutASignatureAreMaskedToo() {
            assertThat(Redactor.text("eyJhbGciOiJub25l.eyJzdWIiOiIx.")).isEqualTo("eyJhbG...iIx.");
        }

        @Test
        void areNoneWithoutTheirThreeParts() {
            for (String text :
                    List.of("eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9.x", "eyJhbGciOiJIUzI1NiJ9.payload-only")) {
                assertThat(Redactor.text(text)).isEqualTo(text);
            }
        }
    }

    @Nested
    class PrivateKeys {

        @ParameterizedTest
        @ValueSource(strings = {"", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "})
        void vanishWhole(String kind) {
            String block =
                    "-----BEGIN " + kind + "PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END " + kind + "PRIVATE KEY-----";
            assertThat(Redactor.text("before " + block + " after")).isEqualTo("before [private key] after");
        }

        @Test
        void thatBreakOffVanishToTheEnd() {
            assertThat(Redactor.text("x -----BEGIN PRIVATE KEY-----\nMIIEow\nIBAAK"))
                    .isEqualTo("x [private key]");
        }
    }

    @Nested
    class Authorization {

        @ParameterizedTest
        @ValueSource(strings = {"Bearer %s", "bearer   %s", "Authorization: BASIC\t%s", "x=bearer %s;"})
        void isMasked(String around) {
            assertThat(Redactor.text(around.formatted("q1w2e3r4+/=")))
                    .contains(" ***")
                    .doesNotContain("q1w2e3r4");
        }

        @Test
        void isNotSeenInsideWords() {
            assertThat(Redactor.text("forbearer something1")).isEqualTo("forbearer something1");
        }
    }

    @Nested
    class Addresses {

        @Test
        void loseTheirUserInfo() {
            assertThat(Redactor.text("at https://user:pw@host/x and ftp://me@host2"))
                    .isEqualTo("at https://***@host/x and ftp://***@host2");
        }

        @Test
        void loseAPasswordThatHoldsAnAtSign() {
            assertThat(Redactor.text("https://user:p@ss@host/")).isEqualTo("https://***@host/");
        }

        @Test
        void ofSocketsLoseTheirQuery() {
            assertThat(Redactor.text("dial WSS://host/a?token=s1&b=s2 and ws://h/ then 'ws://ws://x?s3'"))
                    .isEqualTo("dial WSS://host/a?*** and ws://h/ then 'ws://ws://x?***'");
        }

        @Test
        void ofPagesKeepIt() {
            assertThat(Redactor.text("https://host/a?b=c")).isEqualTo("https://host/a?b=c");
        }

        @Test
        void ofOursLoseUserInfoAndQueryWhateverTheScheme() {
            assertThat(Redactor.address("https://u:p@host/x?key=s1#y")).isEqualTo("https://***@host/x?***");
        }
    }

    @Test
    void valuesAreMaskedAtEveryDepth() {
        Object value = Map.of("list", List.of(1L, Map.of("Bearer q1w2e3r4t5", "sk-" + LETTERS)), "none", true);
        assertThat(Redactor.deep(value))
                .isEqualTo(Map.of("list", List.of(1L, Map.of("Bearer ***", "sk-abc...6789")), "none", true));
    }

    @Test
    void signsOfReplacementsAreLiteral() {
        assertThat(Redactor.text("ws://h/$1\\x?q $2 \\")).isEqualTo("ws://h/$1\\x?*** $2 \\");
    }

    /** Texts come from web pages; what grows with the square of its length would take minutes here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "eyJ_",
                "eyJ-aaaaaaaa.",
                "sk-",
                "_sk-",
                "AIza",
                "-AIza",
                "xoxb-",
                "ghp_",
                "-github_pat_",
                "-bu_a",
                "-AKIA",
                "ws://",
                "wss://a",
                "ws://?",
                "://",
                "://a",
                "://:@",
                "://a\ud83d\ude00",
                "bearer ",
                "bearer",
                " ",
                "basic\t\t",
                "-----BEGIN A",
                "-----BEGIN PRIVATE KEY",
                "PRIVATE KEY ",
                "-----BEGIN PRIVATE KEY-----",
                "-----END ",
                "-",
                "\u0301",
                "\ud83d\ude00",
                "eyJ_ws://sk-://bearer-----BEGIN AAIza",
                "eyJ_aaaaaaaa.sk-ws://xoxb-"
            })
    void aMegabyteOfWhatBeginsLikeASecretIsDoneAtOnce(String beginning) {
        String page = beginning.repeat((1 << 20) / beginning.length());
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            assertThat(Redactor.text(page)).isNotNull();
            assertThat(Redactor.text("-----BEGIN " + page)).isNotNull();
            assertThat(Redactor.address("ws://" + page)).isNotNull();
        });
    }
}
