/** Takes all steps of a calculation. @returns its result */
export function takeSteps<Result>(steps: Iterator<undefined, Result, number>): Result {
  for (;;) {
    const { done, value } = steps.next(0);
    if (done) return value;
  }
}
