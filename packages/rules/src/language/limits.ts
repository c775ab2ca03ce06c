/** UTF-16 code units, of the text as written and of its canonical form. */
export const maxTextLength = 2_000;
export const maxComparisons = 20;
/** Distinct in function, parameters and input. */
export const maxIndicatorCalls = 12;
/** Nested parentheses, those of calls included. */
export const maxDepth = 16;
/** Bars. */
export const maxLookBack = 5_000;
/** Bars: the largest n of `x[n]`. */
export const maxOffset = 250;
/** Wrong expressions that are reported: each unknown name is compared with the whole catalogue. */
export const maxReportedExpressions = 20;
