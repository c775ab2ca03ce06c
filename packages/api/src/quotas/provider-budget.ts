import { dayMs, minuteMs } from '@stockbook/common/durations';
import type { EntityManager } from '@stockbook/db';
import type { ProviderMode } from '@stockbook/market-data';
import type { Services } from '../context.ts';
import { type Spender, spend } from './budget.ts';

/** Only providers that are reached over a network have a budget. */
const remoteModes: ReadonlySet<ProviderMode> = new Set(['auto', 'yahoo', 'tiingo', 'eodhd']);

interface ProviderSpender extends Spender {
  readonly services: Pick<Services, 'clock' | 'quotas' | 'marketData'>;
}

/**
 * Counts a search of the caller, across all processes.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function spendSearch(ctx: ProviderSpender & { readonly em: EntityManager }): Promise<void> {
  if (!remoteModes.has(ctx.services.marketData.mode)) return;
  const maximum = ctx.services.quotas.searchesPerMinute;
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
export async function spendNewSymbol(tx: EntityManager, ctx: ProviderSpender): Promise<void> {
  if (!remoteModes.has(ctx.services.marketData.mode)) return;
  const { newSymbolsPerMinute, newSymbolsPerDay } = ctx.services.quotas;
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
