import {
  type EntityManager,
  type FloatColumns,
  instrumentRepository,
  priceBarRepository,
  type Stock,
  stockRepository,
  userRepository,
} from '@stockbook/db';
import type { ActorContext } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { type BarsPlan, isEmpty } from '../../history/links/plan-bars.ts';
import type { CheckedDownload } from '../../history/missing/check-days.ts';
import { storeHistory } from '../../history/store-history.ts';
import { nextTurn } from '../../streaming/event-loop.ts';
import { maxOwnBars } from './schemas.ts';

/** A use case, or a nightly job for the owner. */
export type StoreContext = ActorContext<'database' | 'marketData' | 'clock' | 'log' | 'observer' | 'quotas'>;

/** The content of a write, found from the bars as they are stored. */
export interface Write {
  readonly plan: BarsPlan;
  /** All splits and dividends there are; without them they stay. */
  readonly actions?: Pick<CheckedDownload['history'], 'splits' | 'dividends'>;
  /** Bars of the linked stock that give none; without it, the number stays. */
  readonly leftOut?: number;
  /** Changes of the instrument that belong to the write. */
  change?(stock: Stock): void;
  /** Whether there is something to store although the plan is empty. */
  readonly isForced?: boolean;
}

/** Another write came between reading the bars and storing. */
class BarsChangedError extends Error {
  override readonly name = 'BarsChangedError';
}

/** Each attempt that fails is one that another write has overtaken. */
const maxAttempts = 20;

const earliest = '0001-01-01';
/** After every split and dividend: none is replaced. */
const latest = '9999-12-31';

function downloadOf(
  { symbol, rejectedBars }: Stock,
  { plan, actions, leftOut = rejectedBars }: Write,
): CheckedDownload {
  const facts = { name: symbol, isin: null, exchange: null, currency: null };
  return {
    history: {
      instrument: { symbol, ...facts, sector: null, industry: null, type: null, timezone: null },
      source: 'own',
      bars: plan.bars,
      splits: actions?.splits ?? [],
      dividends: actions?.dividends ?? [],
      rejectedDates: [],
    },
    from: actions ? earliest : latest,
    isWhole: false,
    isFullRead: false,
    isDifference: true,
    storedDates: [],
    holidayDates: plan.removedDates,
    missingBars: [],
    rejectedBars: leftOut,
  };
}

/** @throws AppError CONFLICT if the instrument or the user would have too many bars */
async function assertRoom(tx: EntityManager, ctx: StoreContext, stock: Stock, plan: BarsPlan): Promise<void> {
  if (plan.added === 0) return;
  if (plan.total > maxOwnBars) {
    const message = `${stock.symbol} has ${maxOwnBars.toLocaleString('en-US')} prices, the maximum`;
    throw new AppError('CONFLICT', message, { isQuota: true });
  }
  const maximum = ctx.services.quotas.ownBars;
  const others = await instrumentRepository.countBars(tx, ctx.user.id, stock.id);
  if (others + plan.total > maximum) {
    const message = `You have ${maximum.toLocaleString('en-US')} own prices, the maximum`;
    throw new AppError('CONFLICT', message, { isQuota: true });
  }
}

/**
 * Stores what `prepare` finds, with everything that depends on the bars, in one transaction. Simultaneous writes of an
 * instrument wait for each other: one that was overtaken is prepared again.
 * @returns the plan and the stock as it is stored
 * @throws AppError NOT_FOUND, CONFLICT if a quota is used up
 */
export async function storeOwn(
  ctx: StoreContext,
  stockId: number,
  prepare: (stored: FloatColumns, stock: Stock) => Write | Promise<Write>,
): Promise<{ plan: BarsPlan; stock: Stock }> {
  const { em, user, services } = ctx;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const fork = em.fork({ keepTransactionContext: true });
    const stock = await stockRepository.find(fork, stockId);
    if (!stock) throw notFound('Stock');
    const stored = await priceBarRepository.readColumns(fork, stockId);
    // Decoding, comparing and sending a long history hold the event loop for some milliseconds each.
    await nextTurn();
    const write = await prepare(stored, stock);
    if (isEmpty(write.plan) && !write.isForced) return { plan: write.plan, stock };
    const fetch = { em: fork, signal: new AbortController().signal, report: async () => {}, services };
    const download = downloadOf(stock, write);
    const facts = { instrument: download.history.instrument, isSectorLookedUp: false };
    await nextTurn();
    try {
      const result = await storeHistory(fetch, stock, download, facts, {
        async begin(tx) {
          await userRepository.lockForUpdate(tx, user.id);
          if (!(await stockRepository.find(tx, stockId))) throw notFound('Stock');
          await assertRoom(tx, ctx, stock, write.plan);
        },
        async change(_, locked) {
          if (locked.barsRevision !== stock.barsRevision) throw new BarsChangedError();
          write.change?.(locked);
        },
      });
      return { plan: write.plan, stock: result };
    } catch (error) {
      if (!(error instanceof BarsChangedError)) throw error;
    }
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Other requests change these prices. Try again shortly');
}
