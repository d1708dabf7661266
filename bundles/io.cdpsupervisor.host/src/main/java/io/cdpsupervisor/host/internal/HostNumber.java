package io.cdpsupervisor.host.internal;

import java.util.Optional;

/**
 * Reads a host the way browsers do when it is a number: {@code 2852039166}, {@code 0xa9fea9fe} and {@code 169.254.43518}
 * are all 169.254.169.254 (WHATWG URL Standard, "IPv4 parser"). Pure.
 */
final class HostNumber {

    private HostNumber() {}

    /** The dotted form; empty when the host is no such number. */
    static Optional<String> dotted(String host) {
        String[] parts = host.split("\\.", -1);
        if (parts.length > 4) {
            return Optional.empty();
        }
        long address = 0;
        for (int i = 0; i < parts.length; i++) {
            long part = number(parts[i]);
            boolean last = i == parts.length - 1;
            long limit = last ? 1L << 8 * (5 - parts.length) : 256;
            if (part < 0 || part >= limit) {
                return Optional.empty();
            }
            address |= last ? part : part << 8 * (3 - i);
        }
        return Optional.of(
                (address >> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255));
    }

    private static long number(String part) {
        try {
            if (part.startsWith("0x")) {
                return part.length() == 2 ? 0 : Long.parseLong(part.substring(2), 16);
            }
            return part.length() > 1 && part.startsWith("0") ? Long.parseLong(part, 8) : Long.parseLong(part);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
