/** `result`, or a rejection with the reason of `signal` as soon as that is aborted; the work behind `result` goes on. */
export async function raceAbort<T>(signal: AbortSignal | undefined, result: () => Promise<T>): Promise<T> {
  if (signal === undefined) return result();
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([result(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
