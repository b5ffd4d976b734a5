package org.fastsend.core.channel;

import java.lang.reflect.Proxy;
import java.util.Map;

/// A channel without a network that gives always the same answers.
public final class ScriptedChannel {
    private ScriptedChannel() {}

    /// One that gives these answers.
    ///
    /// @param answers by the names of methods; a call of any other one is a mistake
    public static BlockChannel answering(Map<String, ?> answers) {
        return (BlockChannel) Proxy.newProxyInstance(
                BlockChannel.class.getClassLoader(), new Class<?>[] {BlockChannel.class}, (_, method, _) -> {
                    if (!answers.containsKey(method.getName())) {
                        throw new AssertionError(method.toString());
                    }
                    return answers.get(method.getName());
                });
    }
}
