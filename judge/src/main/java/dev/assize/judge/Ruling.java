package dev.assize.judge;

/** An outcome and the clause that says why. */
record Ruling(Outcome outcome, String because) {}
