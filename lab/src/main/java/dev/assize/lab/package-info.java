/**
 * Carries out a plan: workspaces, arms, isolation, gates, attempts, resume. It measures and never
 * computes a statistic; what it measured is judged elsewhere.
 */
@NullMarked
package dev.assize.lab;

import org.jspecify.annotations.NullMarked;
