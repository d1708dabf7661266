package io.cdpsupervisor.tool.page.internal;

import io.cdpsupervisor.api.supervisor.FrameInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Writes a page as an outline: one line per node that means something, with its content indented below, and the
 * documents of iframes in their place. Confined to one call.
 */
final class Outline {

    /** A page can nest deeper than our stack; nobody reads an outline that deep. */
    private static final int DEEPEST = 400;

    private static final int LONGEST_TEXT = NodeLine.LONGEST_NAME;

    private final RefTable.Reading refs;
    private final List<String> lines = new ArrayList<>();

    Outline(RefTable.Reading refs) {
        this.refs = refs;
    }

    /** The lines of a page from its top frame on. */
    static List<String> of(FrameContent top, RefTable.Reading refs) {
        Outline outline = new Outline(refs);
        outline.document(top, 0);
        return outline.lines;
    }

    private void document(FrameContent content, int indent) {
        content.tree().ifPresent(tree -> new Document(content, tree).write(indent));
        content.unplaced().forEach(child -> iframe(child, "", indent));
    }

    private void iframe(FrameContent content, String title, int indent) {
        FrameInfo frame = content.frame();
        String name = !title.isEmpty()
                ? title
                : frame.name().filter(n -> !n.isEmpty()).orElse(frame.url());
        add(
                indent,
                "- iframe " + NodeLine.quoted(NodeLine.clean(name)) + " [frame_id=" + frame.frameId() + "]"
                        + (content.tree().isEmpty() ? " (cannot be read now)" : ""));
        document(content, indent + 1);
    }

    private void add(int indent, String line) {
        lines.add("  ".repeat(indent) + line);
    }

    /** What stands in the outline. */
    private sealed interface Entry permits Text, Item {}

    private record Text(String text) implements Entry {}

    private record Item(AxNode node, List<Entry> content) implements Entry {}

    /** One frame's document. */
    private final class Document {
        private final FrameContent content;
        private final AxTree tree;

        Document(FrameContent content, AxTree tree) {
            this.content = content;
            this.tree = tree;
        }

        void write(int indent) {
            tree.root().ifPresent(root -> write(entries(root, 0), indent));
        }

        /** The node's content: folded nodes replaced by theirs, neighbouring texts joined. */
        private List<Entry> entries(AxNode parent, int depth) {
            List<Entry> out = new ArrayList<>();
            if (depth > DEEPEST) {
                return out;
            }
            StringBuilder run = new StringBuilder();
            for (AxNode child : tree.children(parent)) {
                if (Roles.text(child)) {
                    run.append("LineBreak".equals(child.role()) ? " " : child.name());
                } else if (!Roles.dropped(child)) {
                    flush(run, out);
                    place(child, depth, out);
                }
            }
            flush(run, out);
            return out;
        }

        private void place(AxNode node, int depth, List<Entry> out) {
            List<Entry> inside = entries(node, depth + 1);
            if (content.placed().containsKey(node.backendNodeId()) || "Iframe".equals(node.role())) {
                out.add(new Item(node, List.of()));
            } else if (Roles.folded(node)) {
                out.addAll(inside);
            } else if (!inside.isEmpty() || !node.name().isBlank() || Roles.actionable(node)) {
                out.add(new Item(node, inside));
            }
        }

        private static void flush(StringBuilder run, List<Entry> out) {
            String text = NodeLine.clean(run.toString());
            if (!text.isEmpty()) {
                out.add(new Text(text));
            }
            run.setLength(0);
        }

        private void write(List<Entry> entries, int indent) {
            for (Entry entry : entries) {
                if (entry instanceof Text text) {
                    text(text.text(), indent);
                } else if (entry instanceof Item item) {
                    item(item, indent);
                }
            }
        }

        private void item(Item item, int indent) {
            AxNode node = item.node();
            FrameContent frame = content.placed().get(node.backendNodeId());
            if (frame != null) {
                iframe(frame, node.name(), indent);
                return;
            }
            List<Entry> inside = item.content();
            String name = NodeLine.clean(node.name());
            String text = onlyText(inside);
            boolean nameIsContent = name.isEmpty() && text.length() <= NodeLine.LONGEST_NAME;
            if (nameIsContent) {
                name = text;
            }
            String line = NodeLine.of(node, name, content.frame().url());
            if (Roles.actionable(node)) {
                line += " [ref=" + refs.ref(content.frame(), node.backendNodeId()) + "]";
            }
            add(indent, line);
            Predicate<String> repeats = repeats(node, name, nameIsContent || Roles.namedByContent(node));
            write(
                    inside.stream()
                            .filter(entry -> !(entry instanceof Text t) || !repeats.test(t.text()))
                            .toList(),
                    indent + 1);
        }

        /** Whether a text inside has been said by its node's name or value already; a long one was cut there. */
        private static Predicate<String> repeats(AxNode node, String name, boolean partsToo) {
            String value = NodeLine.clean(node.value());
            return text -> text.equals(name) && name.length() <= NodeLine.LONGEST_NAME
                    || partsToo && name.length() <= NodeLine.LONGEST_NAME && name.contains(text)
                    || value.length() <= NodeLine.LONGEST_NAME && value.contains(text);
        }

        /** All of the content as one text; empty when there is more than text. */
        private static String onlyText(List<Entry> inside) {
            StringBuilder all = new StringBuilder();
            for (Entry entry : inside) {
                if (!(entry instanceof Text text)) {
                    return "";
                }
                all.append(all.isEmpty() ? "" : " ").append(text.text());
            }
            return all.toString();
        }

        /** Long texts on several lines, broken at blanks, so that a limit in characters can cut between them. */
        private void text(String text, int indent) {
            int from = 0;
            while (text.length() - from > LONGEST_TEXT) {
                int blank = text.lastIndexOf(' ', from + LONGEST_TEXT);
                int to = blank > from ? blank : from + LONGEST_TEXT;
                add(indent, "- text " + NodeLine.quoted(text.substring(from, to).strip()));
                from = to;
            }
            add(indent, "- text " + NodeLine.quoted(text.substring(from).strip()));
        }
    }
}
