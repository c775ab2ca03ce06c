/** For browsers without idle callbacks, such as Safari. */
const fallbackDelayMs = 2000;

/** Calls back once when the browser is idle. Returns the function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, fallbackDelayMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback);
  return () => cancelIdleCallback(handle);
}
