/**
 * From a sealed experiment and its evidence to a verdict: gates, contrasts, correction, decision.
 * The same evidence gives the same verdict, byte for byte. Nothing is run and no file but the run
 * directory is read; showing the verdict lives in the report.
 */
@NullMarked
package dev.assize.judge;

import org.jspecify.annotations.NullMarked;
