import { attemptCountRepository, type EntityManager } from '@stockbook/db';
import { dayMs, type ProviderMode } from '@stockbook/market-data';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';

const minuteMs = 60 * 1000;

/** Only providers that are reached over a network have a budget. */
const remoteModes: ReadonlySet<ProviderMode> = new Set(['auto', 'yahoo', 'tiingo', 'eodhd']);

interface Budget {
  readonly name: string;
  readonly maximum: number;
  readonly windowMs: number;
  /** Beginning of the error message. */
  readonly message: string;
}

/** Who spends: a request or a task. */
type Spender = Pick<Services, 'clock' | 'quotas' | 'marketData'> & { readonly user: { readonly id: string } };

/** Formats a duration as `40 seconds`, `5 minutes` or `12 hours`, rounded up. */
function formatWait(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

/**
 * Counts one more use of a budget.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function spend(
  em: EntityManager,
  { user, clock }: Pick<Spender, 'user' | 'clock'>,
  budget: Budget,
): Promise<void> {
  const now = clock();
  const { count, endsAtMs } = await attemptCountRepository.add(
    em,
    [budget.name, user.id],
    budget.windowMs,
    now,
  );
  if (count <= budget.maximum) return;
  const retryAfterS = Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000));
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `${budget.message}, the maximum. Try again in ${formatWait(retryAfterS)}`,
    {
      retryAfterS,
      exceededLimit: budget.maximum,
    },
  );
}

/**
 * Counts a search of the caller, across all processes.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function spendSearch(ctx: Spender & { readonly em: EntityManager }): Promise<void> {
  if (!remoteModes.has(ctx.marketData.mode)) return;
  const maximum = ctx.quotas.searchesPerMinute;
  await spend(ctx.em, ctx, {
    name: 'search',
    maximum,
    windowMs: minuteMs,
    message: `You have searched ${maximum.toLocaleString('en-US')} times within a minute`,
  });
}

/**
 * Counts a symbol whose whole history must be downloaded. If it throws, `tx` rolls back and the request is not counted.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function spendNewSymbol(tx: EntityManager, ctx: Spender): Promise<void> {
  if (!remoteModes.has(ctx.marketData.mode)) return;
  const { newSymbolsPerMinute, newSymbolsPerDay } = ctx.quotas;
  const message = (maximum: number, window: string) =>
    `You have added ${maximum.toLocaleString('en-US')} new symbols within a ${window}`;
  await spend(tx, ctx, {
    name: 'new symbol of the minute',
    maximum: newSymbolsPerMinute,
    windowMs: minuteMs,
    message: message(newSymbolsPerMinute, 'minute'),
  });
  await spend(tx, ctx, {
    name: 'new symbol of the day',
    maximum: newSymbolsPerDay,
    windowMs: dayMs,
    message: message(newSymbolsPerDay, 'day'),
  });
}
