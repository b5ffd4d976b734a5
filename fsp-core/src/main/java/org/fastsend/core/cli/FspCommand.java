package org.fastsend.core.cli;

import java.util.concurrent.Callable;

/// A subcommand of `fsp`: a public class with a public no-argument constructor, picocli's `@Command(name = ...,
/// mixinStandardHelpOptions = true)`, and its name in `META-INF/services/org.fastsend.core.cli.FspCommand` of its
/// module. So the modules at the edge need not see each other to share one program.
///
/// `call` returns [ExitCode#number()], or throws [org.fastsend.core.error.FspException]. An instance serves one run.
public interface FspCommand extends Callable<Integer> {}
