import { Failure, print } from '../failure.mjs';

/**
 * Runs a step of the preparation. Prints its name before, and its time after it; a failure names it.
 *
 * @param {string} name such as `building the server`
 * @param {() => Promise<void>} run
 */
export async function step(name, run) {
  print(`${name} …`);
  const beganAt = performance.now();
  try {
    await run();
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    throw new Failure(`${name} failed: ${cause.message}`, { cause });
  }
  print(`${name} took ${((performance.now() - beganAt) / 1000).toFixed(1)} s`);
}
