package io.cdpsupervisor.tool.page.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A rectangle in CSS pixels. Immutable. */
record Box(double x, double y, double width, double height) {

    /** Around all of the quads, each of them four corners, clockwise: x, y, x, y, … */
    static Box around(List<?> quads) {
        List<Double> corners = new ArrayList<>();
        quads.forEach(quad -> corners.addAll(numbers((List<?>) quad)));
        return aroundCorners(corners);
    }

    private static Box aroundCorners(List<Double> corners) {
        double left = Double.POSITIVE_INFINITY;
        double top = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double bottom = Double.NEGATIVE_INFINITY;
        for (int i = 0; i + 1 < corners.size(); i += 2) {
            left = Math.min(left, corners.get(i));
            right = Math.max(right, corners.get(i));
            top = Math.min(top, corners.get(i + 1));
            bottom = Math.max(bottom, corners.get(i + 1));
        }
        return new Box(left, top, right - left, bottom - top);
    }

    /**
     * From a frame's own viewport into its parent's, which may show it scaled or turned.
     *
     * @param owner the box model of the frame's element: its border is as wide and high as the model says, but stands
     *     in the parent as the quad says
     */
    Box throughFrame(JsonObject owner) {
        List<Double> origin = numbers(owner.list("content"));
        List<Double> border = numbers(owner.list("border"));
        double rightX = (border.get(2) - border.get(0)) / owner.number("width");
        double rightY = (border.get(3) - border.get(1)) / owner.number("width");
        double downX = (border.get(6) - border.get(0)) / owner.number("height");
        double downY = (border.get(7) - border.get(1)) / owner.number("height");
        List<Double> corners = new ArrayList<>();
        for (double cornerX : List.of(x, x + width)) {
            for (double cornerY : List.of(y, y + height)) {
                corners.add(origin.get(0) + cornerX * rightX + cornerY * downX);
                corners.add(origin.get(1) + cornerX * rightY + cornerY * downY);
            }
        }
        return aroundCorners(corners);
    }

    Box moved(double byX, double byY) {
        return new Box(x + byX, y + byY, width, height);
    }

    /** What of it is inside the other, perhaps nothing. */
    Box within(Box other) {
        double left = Math.max(x, other.x);
        double top = Math.max(y, other.y);
        return new Box(
                left,
                top,
                Math.min(x + width, other.x + other.width) - left,
                Math.min(y + height, other.y + other.height) - top);
    }

    boolean contains(Box other) {
        return other.x >= x
                && other.y >= y
                && other.x + other.width <= x + width
                && other.y + other.height <= y + height;
    }

    /** The same corner with at most these sides. */
    Box atMost(double longestWidth, double longestHeight) {
        return new Box(x, y, Math.min(width, longestWidth), Math.min(height, longestHeight));
    }

    /** Also true of what is no rectangle at all. */
    boolean isEmpty() {
        return !(width > 0 && height > 0);
    }

    /** The parameter of {@code Page.captureScreenshot}. */
    Map<String, Object> clip() {
        Map<String, Object> clip = new LinkedHashMap<>();
        clip.put("x", x);
        clip.put("y", y);
        clip.put("width", width);
        clip.put("height", height);
        clip.put("scale", 1);
        return clip;
    }

    private static List<Double> numbers(List<?> json) {
        return json.stream().map(number -> ((Number) number).doubleValue()).toList();
    }
}
