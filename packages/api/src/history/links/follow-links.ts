import {
  barSummaryRepository,
  calculatedIndicatorRepository,
  type EntityManager,
  enqueueJob,
  type FloatColumns,
  instrumentRepository,
  isOwn,
  type LinkedInstrument,
  packedClosesRepository,
  priceBarRepository,
  stockRepository,
} from '@stockbook/db';
import type { CreateBarsListener } from '../../bars-listener.ts';
import { backgroundPriority } from '../../tasks/tasks.ts';
import { linkedBars } from './linked-bars.ts';
import { isEmpty, planBars } from './plan-bars.ts';

/** The job of `evaluateStoredBars`. */
const evaluateJob = 'evaluate-stored-bars';

const maxAttempts = 3;

/**
 * Computes the bars of the own instruments that follow a stock, in the transaction that stores the stock's. Their
 * indicators, rules and strategies are those of their owners: a job of each instrument evaluates them, so that nobody
 * delays the prices of all.
 */
export const followLinks: CreateBarsListener = () => ({
  async prepare() {},
  async write(tx, { stock, haveChanged, now }) {
    const linked =
      haveChanged && !isOwn(stock.symbol) ? await instrumentRepository.lockLinked(tx, stock.symbol) : [];
    const base = linked.length === 0 ? null : await priceBarRepository.readColumns(tx, stock.id);
    for (const instrument of linked) {
      if (base) await follow(tx, instrument, base, now);
    }
    return { signalCount: 0, isComplete: true };
  },
});

async function follow(
  tx: EntityManager,
  instrument: LinkedInstrument,
  base: FloatColumns,
  now: Date,
): Promise<void> {
  const { id, lastDate } = instrument;
  const { bars, leftOut } = linkedBars(base, instrument);
  const plan = planBars(await priceBarRepository.readColumns(tx, id), bars, 'replace');
  const stock = await stockRepository.lockForUpdate(tx, id);
  Object.assign(stock, { rejectedBars: leftOut, lastFetchedAt: now, lastError: null });
  if (isEmpty(plan)) return;
  await priceBarRepository.deleteDates(tx, id, plan.removedDates);
  await priceBarRepository.store(tx, id, plan.bars);
  Object.assign(stock, await barSummaryRepository.summarize(tx, id));
  stock.barsRevision += 1;
  const [since = null] = [...plan.bars.date.slice(0, 1), ...plan.removedDates.slice(0, 1)].sort();
  await packedClosesRepository.repack(tx, id, since);
  // Values have no dates of their own: those of other bars would be shown at the wrong days until the job has run.
  if (lastDate !== null && since !== null && since <= lastDate) {
    await calculatedIndicatorRepository.clearValues(tx, id);
  }
  await enqueueJob(
    tx,
    evaluateJob,
    { stockId: id, previousDate: lastDate },
    { maxAttempts, priority: backgroundPriority },
  );
}
