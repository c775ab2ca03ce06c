/**
 * Runs steps at the same time. All of them end before a failure is thrown: what the others have made stays, and the
 * next start goes on from there.
 *
 * @param {readonly (() => Promise<void>)[]} steps
 */
export async function sideBySide(steps) {
  const outcomes = await Promise.allSettled(steps.map((run) => run()));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
