/**
 * Takes the steps of a part of a calculation until the whole calculation has used `maxMs` milliseconds.
 * @returns the part's result; null if the time was over before
 */
export function* within<Result>(
  maxMs: number,
  steps: Iterator<undefined, Result>,
): Generator<undefined, Result | null, number> {
  for (;;) {
    if ((yield) >= maxMs) return null;
    const { done, value } = steps.next();
    if (done) return value;
  }
}
