package org.fastsend.server.listing;

/// A name as it may stand in a listing: control characters become `?`, so that no name can pass for a line of its
/// own.
public final class PrintableName {
    private PrintableName() {}

    public static String of(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                return replaced(name);
            }
        }
        return name;
    }

    private static String replaced(String name) {
        StringBuilder result = new StringBuilder(name);
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                result.setCharAt(i, '?');
            }
        }
        return result.toString();
    }
}
