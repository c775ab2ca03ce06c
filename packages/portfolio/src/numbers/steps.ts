/** A computation in steps. Between two of them a calculation thread may serve another user, or drop the computation. */
export type Steps<Result> = Generator<undefined, Result>;

/** Takes all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The results of a function for each item, one a step. */
export function* mapInSteps<Item, Result>(
  items: Iterable<Item>,
  compute: (item: Item) => Result,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(compute(item));
    yield;
  }
  return results;
}
