/**
 * Estimators, resampling, floors, clusters and power. Pure functions on arrays: no input or output,
 * no clock, no logging. What a number is about (an arm, a cell, a metric) is not known here.
 */
@NullMarked
package dev.assize.stats;

import org.jspecify.annotations.NullMarked;
