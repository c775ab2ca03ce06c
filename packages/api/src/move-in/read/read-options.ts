import type { ReadLimits } from '../limits.ts';

export interface ReadOptions {
  readonly password: string | null;
  /** The day in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  readonly limits: ReadLimits;
}
