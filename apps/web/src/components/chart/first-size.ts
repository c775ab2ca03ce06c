/**
 * Calls back once, as soon as the element has a width: a chart of width 0 does not apply a visible range.
 * Returns the function that unsubscribes.
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
