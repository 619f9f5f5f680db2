/**
 * One question and everything sealed with it: arms, scenarios, design, metrics, gates, decision
 * rule, and the plan they expand into. Specs are read and checked here, with the position of each
 * mistake. Running them, keeping what they measure and judging it live elsewhere.
 */
@NullMarked
package dev.assize.experiment;

import org.jspecify.annotations.NullMarked;
