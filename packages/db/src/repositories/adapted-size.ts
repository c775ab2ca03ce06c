/**
 * Rows of the next batch or page, by the time of the one before: half as many above the target, twice as many below it.
 */
export function adaptedSize(
  size: number,
  ms: number,
  targetMs: { readonly min: number; readonly max: number },
  maxSize: number,
): number {
  if (ms > targetMs.max) return Math.max(1, Math.floor(size / 2));
  return ms < targetMs.min ? Math.min(maxSize, size * 2) : size;
}
