import { hourMs } from '@stockbook/common/durations';
import { MarketDataError } from '@stockbook/market-data';
import { AppError, toAppError } from '../errors.ts';

/** Attempts of a look-up whose failure may be temporary. */
const maxAttempts = 3;

/** The pause before a failed look-up is tried again. */
const retryDelayMs = 2_000;

/**
 * An import waits for the budget of a minute; a longer wait, for that of a day, is its verdict. A look-up waits for the
 * provider until the import is six hours old.
 */
const usualPatience = { maxBudgetWaitS: 60, maxWaitMs: 6 * hourMs };

/** A pause of an import before it asks the provider again. */
export interface ProviderWait {
  readonly until: Date;
  /** The reason, as the task's message; null for the usual progress. */
  readonly message: string | null;
  /** Whether the failure counts as an attempt. */
  readonly isAttempt: boolean;
}

/** When an import repeats a failed look-up; null if the failure is final. */
export function waitForProvider(
  error: unknown,
  { failedAttempts, startedAt }: { readonly failedAttempts: number; readonly startedAt: Date },
  now: Date,
  { maxBudgetWaitS, maxWaitMs } = usualPatience,
): ProviderWait | null {
  const until = retryAtOf(error, now, maxBudgetWaitS);
  if (until) {
    if (until.getTime() > startedAt.getTime() + maxWaitMs) return null;
    return { until, message: error instanceof Error ? error.message : null, isAttempt: false };
  }
  const { code } = toAppError(error);
  const isTemporary =
    error instanceof MarketDataError
      ? !error.isPermanent
      : ['SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'].includes(code);
  if (!isTemporary || failedAttempts + 1 >= maxAttempts) return null;
  return { until: new Date(now.getTime() + retryDelayMs), message: null, isAttempt: true };
}

/** When the provider or the user's budget allows the next request; null if the error names no time near enough. */
function retryAtOf(error: unknown, now: Date, maxBudgetWaitS: number): Date | null {
  if (error instanceof MarketDataError) return error.retryAt;
  if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') return null;
  const seconds = error.retryAfterS ?? Number.POSITIVE_INFINITY;
  return seconds <= maxBudgetWaitS ? new Date(now.getTime() + seconds * 1000) : null;
}
