import { dateOfDay } from '@stockbook/common/days';
import {
  type EntityManager,
  type FloatColumns,
  instrumentRepository,
  type MadeByMove,
  type NamedStock,
  type PortfolioMove,
  stockRepository,
  userStockRepository,
} from '@stockbook/db';
import { AppError } from '../../errors.ts';
import { planBars } from '../../history/links/plan-bars.ts';
import { storeOwn } from '../../instruments/bars/store-bars.ts';
import { assertQuota } from '../../quotas/quotas.ts';
import type { MoveContext } from './move-context.ts';
import type { StoringInstrument, StoringPlan } from './plan-storing.ts';
import { storeBeside } from './store-beside.ts';
import { storePortfolio } from './store-portfolio.ts';

/**
 * Stores everything of a move. `tx` must have locked the user's row and the move.
 * @returns what was made, so that it can be taken back
 * @throws AppError CONFLICT if a quota is used up, BAD_REQUEST if a sale would not be covered
 */
export async function storePlan(
  tx: EntityManager,
  ctx: MoveContext,
  plan: StoringPlan,
  move: Pick<PortfolioMove, 'program' | 'fileName'>,
): Promise<MadeByMove> {
  const { user, services } = ctx;
  const instrumentIds: number[] = [];
  for (const instrument of plan.instruments) {
    const id = await storeInstrument(tx, ctx, instrument);
    if (id !== null) instrumentIds.push(id);
  }
  const found = await stockRepository.keepBySymbols(tx, user.id, plan.symbols);
  if (found.length < plan.symbols.length) {
    throw new AppError('SERVICE_UNAVAILABLE', 'A stock was removed meanwhile. Try again', { retryAfterS: 1 });
  }
  const stocks: ReadonlyMap<string, NamedStock> = new Map(found.map((stock) => [stock.symbol, stock]));
  const trackedIds = await userStockRepository.linkWhileRoom(
    tx,
    user.id,
    found.map(({ id }) => id),
    services.quotas.stocks,
    services.clock(),
  );
  // The lock order of docs/architecture.md: portfolios by their ids.
  const portfolios = plan.portfolios
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const groupIds: string[] = [];
  const splitChoices: MadeByMove['splitChoices'][number][] = [];
  for (const portfolio of portfolios) {
    const made = await storePortfolio(tx, ctx, portfolio, {
      stocks,
      fileName: move.fileName,
      mapping: {
        program: move.program,
        accounts: portfolio.accounts,
        instruments: plan.instrumentSymbols,
      },
    });
    groupIds.push(...made.groupIds);
    splitChoices.push(...made.splitChoices);
  }
  return {
    transactions: portfolios.reduce((sum, { rows }) => sum + rows.length, 0),
    portfolioIds: portfolios.filter(({ isNew }) => isNew).map(({ id }) => id),
    importIds: portfolios.map(({ importId }) => importId),
    groupIds,
    splitChoices,
    instrumentIds,
    trackedIds,
    ...(await storeBeside(tx, ctx, plan, stocks)),
  };
}

/** Creates an own instrument, or adds to the prices of one. @returns its id if it is new */
async function storeInstrument(
  tx: EntityManager,
  ctx: MoveContext,
  { symbol, name, currency, isin, days, closes, splits }: StoringInstrument,
): Promise<number | null> {
  const { user, services } = ctx;
  const known = await instrumentRepository.findOfUser(tx, user.id, symbol);
  if (!known) {
    const count = await instrumentRepository.countOfUser(tx, user.id);
    assertQuota(count, services.quotas.ownInstruments, 'own instruments');
  }
  const id =
    known?.id ??
    (await instrumentRepository.add(tx, user.id, {
      symbol,
      name,
      currency,
      isin,
      type: 'Other',
      sector: null,
      industry: null,
      quotedIn: 'money',
      pricing: 'entered',
      terms: null,
      remind: 'never',
      createdAt: services.clock(),
    }));
  // Prices of an instrument that the user has made computed meanwhile stay.
  if (days.length > 0 && (known?.pricing ?? 'entered') === 'entered') {
    const bars = columnsOf(days, closes);
    const actions = {
      splits: splits.map(({ exDate, ...ratio }) => ({ date: exDate, ...ratio })),
      dividends: [],
    };
    await storeOwn({ ...ctx, em: tx }, id, (stored) => ({
      plan: planBars(stored, bars, 'merge'),
      // Those of an instrument that the user has stay.
      ...(known || splits.length === 0 ? {} : { actions }),
    }));
  }
  return known ? null : id;
}

const columnsOf = (days: Int32Array, closes: Float64Array): FloatColumns => ({
  date: Array.from(days, dateOfDay),
  open: closes,
  high: closes,
  low: closes,
  close: closes,
  volume: new Float64Array(closes.length),
});
