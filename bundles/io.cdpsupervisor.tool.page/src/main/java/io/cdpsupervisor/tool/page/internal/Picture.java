package io.cdpsupervisor.tool.page.internal;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A picture of a page. Immutable.
 *
 * @param truncated whether it shows less than it was to show
 */
record Picture(byte[] png, boolean truncated) {

    /** Where the first block of a PNG, which is always the header, has the size. */
    private static final int WIDTH_AT = 16;

    private static final int HEIGHT_AT = 20;

    /** The keys of a result; sizes in pixels of the picture. */
    void into(Map<String, Object> fields) {
        ByteBuffer bytes = ByteBuffer.wrap(png);
        fields.put("width", bytes.getInt(WIDTH_AT));
        fields.put("height", bytes.getInt(HEIGHT_AT));
        fields.put("truncated", truncated);
    }
}
