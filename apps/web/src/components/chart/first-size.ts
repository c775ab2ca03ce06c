/**
 * Calls back once the element has a width: a chart without one forgets which stretch of time it should show.
 * Returns what ends the waiting.
 */
export function onFirstSize(element: HTMLElement, callback: () => void): () => void {
  if (element.clientWidth > 0) return () => {};
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === 0) return;
    observer.disconnect();
    callback();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
