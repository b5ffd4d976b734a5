package org.fastsend.overlay.node;

import java.util.List;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;

/// A query's end.
///
/// @param number as `ask` returned it
/// @param ranked the best first; empty if no member answered
public record Answered(long number, List<Ranked> ranked, QueryCost cost) {}
