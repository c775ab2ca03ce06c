import {
  type EntityManager,
  type FloatColumns,
  mapColumns,
  priceBarRepository,
  stockRepository,
} from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import type { ActorContext, UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { linkedBars } from '../../history/links/linked-bars.ts';
import { spendNewSymbol } from '../../quotas/provider-budget.ts';
import { interestBars } from './interest.ts';
import type { PriceTerms } from './read-terms.ts';

/** The bars of an instrument whose prices are computed. */
export interface ComputedBars {
  readonly bars: FloatColumns;
  readonly leftOut: number;
  /** The symbol of the linked stock, if its history is not stored yet. */
  readonly missingBase: string | null;
}

const noBars: FloatColumns = { date: [], ...mapColumns(() => new Float64Array()) };

type ConfirmContext = ActorContext<'clock' | 'marketData' | 'quotas'> & Pick<UserContext, 'clientSignal'>;

/** The bars by the terms, of what is stored. */
export async function computeBars(
  { em, services }: { readonly em: EntityManager; readonly services: Pick<UserContext['services'], 'clock'> },
  { pricing, terms }: Exclude<PriceTerms, { pricing: 'entered' }>,
): Promise<ComputedBars> {
  if (pricing === 'interest') {
    const today = services.clock().toISOString().slice(0, 10);
    return { bars: interestBars(terms, today), leftOut: 0, missingBase: null };
  }
  const base = await stockRepository.findBySymbol(em, terms.symbol, null);
  if (!base || base.barCount === 0) return { bars: noBars, leftOut: 0, missingBase: terms.symbol };
  const bars = await priceBarRepository.readColumns(em, base.id);
  return { ...linkedBars(bars, terms), missingBase: null };
}

/**
 * Confirms the stock that a link leads to: one that is not stored is looked up, and stored without a history.
 * @throws AppError BAD_REQUEST if there is none, or it is quoted in another currency; TOO_MANY_REQUESTS,
 *   MarketDataError
 */
export async function confirmBase(
  ctx: ConfirmContext,
  { pricing, terms }: PriceTerms,
  currency: string,
): Promise<void> {
  if (pricing !== 'linked') return;
  const { em, user, services } = ctx;
  const { symbol } = terms;
  const stored = await stockRepository.findBySymbol(em, symbol, null);
  if (stored) return assertCurrency(symbol, stored.currency, currency);
  await spendNewSymbol(em, ctx);
  try {
    const found = await services.marketData.lookup(symbol, {
      signal: ctx.clientSignal(),
      requester: user.id,
    });
    assertCurrency(symbol, found.currency, currency);
    await stockRepository.upsertFacts(em, { ...found, symbol }, services.clock());
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind !== 'not_found') throw error;
    throw fieldError('terms.symbol', `${symbol} is not known yet. Add it to your stocks first`);
  }
}

/** @throws AppError BAD_REQUEST if the currencies differ */
export function assertCurrency(symbol: string, quoted: string | null, currency: string): void {
  if (quoted === null || quoted === currency) return;
  throw fieldError('currency', `${symbol} is quoted in ${quoted}: choose ${quoted}, or enter the prices`);
}
