import { attemptCountRepository, type EntityManager } from '@stockbook/db';
import type { ProviderMode } from '@stockbook/market-data';
import type { UserContext } from '../context.ts';
import { AppError } from '../errors.ts';

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

/** Simulated prices and files cost nobody anything: only a provider behind a network has a budget to share. */
const remoteModes: ReadonlySet<ProviderMode> = new Set(['auto', 'yahoo']);

interface Budget {
  readonly name: string;
  readonly maximum: number;
  readonly windowMs: number;
  /** Begins the sentence of the refusal. */
  readonly sentence: string;
}

/** `40 seconds`, `5 minutes` or `12 hours`: rounded up, so that waiting so long is enough. */
function formatWait(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

async function spend(em: EntityManager, { user, clock }: UserContext, budget: Budget): Promise<void> {
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
    `${budget.sentence}, the maximum. Try again in ${formatWait(retryAfterS)}`,
    {
      retryAfterS,
    },
  );
}

/**
 * Counts a search of the caller, in all processes together.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function spendSearch(ctx: UserContext): Promise<void> {
  if (!remoteModes.has(ctx.marketData.mode)) return;
  const maximum = ctx.quotas.searchesPerMinute;
  await spend(ctx.em, ctx, {
    name: 'search',
    maximum,
    windowMs: minuteMs,
    sentence: `You have searched ${maximum.toLocaleString('en-US')} times within a minute`,
  });
}

/**
 * Counts a symbol of which the provider has to send a whole history. A refusal rolls `tx` back, and with it what was
 * counted for the request.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function spendNewSymbol(tx: EntityManager, ctx: UserContext): Promise<void> {
  if (!remoteModes.has(ctx.marketData.mode)) return;
  const { newSymbolsPerMinute, newSymbolsPerDay } = ctx.quotas;
  const sentence = (maximum: number, window: string) =>
    `You have added ${maximum.toLocaleString('en-US')} new symbols within a ${window}`;
  await spend(tx, ctx, {
    name: 'new symbol of the minute',
    maximum: newSymbolsPerMinute,
    windowMs: minuteMs,
    sentence: sentence(newSymbolsPerMinute, 'minute'),
  });
  await spend(tx, ctx, {
    name: 'new symbol of the day',
    maximum: newSymbolsPerDay,
    windowMs: dayMs,
    sentence: sentence(newSymbolsPerDay, 'day'),
  });
}
