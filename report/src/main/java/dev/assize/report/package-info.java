/**
 * Shows a verdict and its evidence as text, Markdown, HTML, JUnit XML and CSV. Decides nothing:
 * every number shown is in the verdict or in the evidence.
 */
@NullMarked
package dev.assize.report;

import org.jspecify.annotations.NullMarked;
