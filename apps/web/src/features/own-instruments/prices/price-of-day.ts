import type { Bar } from '@stockbook/api/schemas';

/** Whether a bar has a close alone, which its other prices equal, and no volume. */
export function hasCloseAlone({ open, high, low, close, volume }: Bar): boolean {
  return open === close && high === close && low === close && volume === 0;
}
