package io.cdpsupervisor.tool.page.internal;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the outline makes of Chromium's accessibility roles. Pure; safe for any thread. */
final class Roles {

    private static final Set<String> ACTIONABLE = Set.of(
            "button",
            "checkbox",
            "combobox",
            "DisclosureTriangle",
            "DisclosureTriangleGrouped",
            "link",
            "listbox",
            "menuitem",
            "menuitemcheckbox",
            "menuitemradio",
            "option",
            "radio",
            "searchbox",
            "slider",
            "spinbutton",
            "switch",
            "tab",
            "textbox",
            "treeitem");

    /** Beside what can be acted on: roles whose name is made of their content. */
    private static final Set<String> NAMED_BY_CONTENT =
            Set.of("heading", "cell", "gridcell", "columnheader", "rowheader", "tooltip");

    /** Boxes without a meaning of their own, unless they have a name or the focus can go there. */
    private static final Set<String> BOXES = Set.of(
            "",
            "generic",
            "none",
            "presentation",
            "group",
            "Section",
            "LayoutTable",
            "LayoutTableRow",
            "LayoutTableCell",
            "SvgRoot");

    /** Roles that only carry text or layout: their content stands for them. */
    private static final Set<String> TRANSPARENT = Set.of(
            "paragraph",
            "LabelText",
            "Legend",
            "MenuListPopup",
            "rowgroup",
            "strong",
            "emphasis",
            "mark",
            "subscript",
            "superscript",
            "RootWebArea");

    /** Pieces of lines and bullets, which repeat what stands above them. */
    private static final Set<String> DROPPED = Set.of("InlineTextBox", "ListMarker");

    private static final Set<String> TEXT = Set.of("StaticText", "LineBreak");

    private static final Map<String, String> SHOWN =
            Map.of("DisclosureTriangle", "summary", "DisclosureTriangleGrouped", "summary", "SvgRoot", "image");

    private Roles() {}

    static boolean actionable(AxNode node) {
        return node.backendNodeId() != 0
                && (ACTIONABLE.contains(node.role()) || node.is("focusable") && !"RootWebArea".equals(node.role()));
    }

    static boolean namedByContent(AxNode node) {
        return actionable(node) || NAMED_BY_CONTENT.contains(node.role());
    }

    static boolean dropped(AxNode node) {
        return DROPPED.contains(node.role());
    }

    static boolean text(AxNode node) {
        return !node.ignored() && TEXT.contains(node.role());
    }

    /** Whether the node's content stands for it. */
    static boolean folded(AxNode node) {
        if (node.ignored() || TRANSPARENT.contains(node.role())) {
            return true;
        }
        return BOXES.contains(node.role()) && node.name().isBlank() && !actionable(node);
    }

    /** The word in the outline. */
    static String shown(String role) {
        return SHOWN.getOrDefault(role, role.isEmpty() ? "generic" : role.toLowerCase(Locale.ROOT));
    }
}
