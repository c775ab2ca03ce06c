/** A suspension uses up one part at most. */
const parts = 3;

/** Time to read what arrived during the last part. */
const graceMs = 100;

/**
 * Calls `onTimeout` when this process has run for about `ms`. A timer that becomes due while the process is
 * suspended, or waits for the processor, fires before the answers that have arrived meanwhile are read: a busy
 * machine would look like a dead database.
 * @returns a function that cancels the call
 */
export function setPatientTimeout(onTimeout: () => void, ms: number): () => void {
  let left = parts;
  const next = () => {
    left -= 1;
    timer = left > 0 ? setTimeout(next, ms / parts) : setTimeout(onTimeout, graceMs);
  };
  let timer = setTimeout(next, ms / parts);
  return () => clearTimeout(timer);
}
