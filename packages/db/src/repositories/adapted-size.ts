/**
 * The number of rows of the next batch or page: half the last one's if it took longer than the target, and twice if
 * it took less.
 * @param ms duration of the last one
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
