import {
  type EntityManager,
  type FloatColumns,
  mapColumns,
  priceBarRepository,
  type Stock,
  stockRepository,
  type ValueColumn,
  valueColumns,
} from '@stockbook/db';
import { z } from 'zod';
import type { NewBars, Written } from '../../bars-listener.ts';
import type { JobOutcome, Services } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { barsListeners } from '../bars-listeners.ts';

const payload = z.object({ stockId: z.number(), previousDate: z.string().nullable() });

const maxTries = 3;

/** Bars that an earlier transaction has stored. */
class StoredNewBars implements NewBars {
  readonly stockId: number;
  readonly previousDate: string | null;
  readonly lastDate: string;
  readonly isOtherSource = false;
  readonly splits = [];
  readonly dividends = [];
  readonly #em: EntityManager;

  constructor(em: EntityManager, { id, dataEndDate }: Stock, previousDate: string | null) {
    this.#em = em;
    this.stockId = id;
    this.previousDate = previousDate;
    this.lastDate = dataEndDate ?? '';
  }

  async before(): Promise<FloatColumns> {
    return { date: [], ...mapColumns(() => new Float64Array()) };
  }

  after(columns: readonly ValueColumn[] = valueColumns): Promise<FloatColumns> {
    return priceBarRepository.readColumns(this.#em, this.stockId, { columns });
  }
}

/**
 * Job handler: calculates the indicators of a stock and evaluates its rules and strategies on bars that are stored
 * already.
 * @throws AppError SERVICE_UNAVAILABLE if they keep changing meanwhile: the job is repeated
 */
export async function evaluateStoredBars(services: Services, given: unknown): Promise<JobOutcome> {
  const { stockId, previousDate } = payload.parse(given);
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    if (await evaluateOnce(services, stockId, previousDate)) return 'ok';
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'The prices or the rules of the stock keep changing');
}

/** @returns false if the bars or a rule have changed meanwhile */
async function evaluateOnce(
  services: Services,
  stockId: number,
  previousDate: string | null,
): Promise<boolean> {
  const { database, clock, observer } = services;
  const em = database.fork();
  const before = await stockRepository.find(em, stockId);
  if (!before || before.barCount === 0) return true;
  const bars = new StoredNewBars(em, before, previousDate);
  const listeners = barsListeners.map((createListener) => createListener(bars, services));
  for (const listener of listeners) await listener.prepare(em);
  const results = await database.fork().transactional(async (tx): Promise<Written[] | null> => {
    const stock = await stockRepository.lockForUpdate(tx, stockId);
    if (stock.barsRevision !== before.barsRevision) return null;
    const written: Written[] = [];
    const stored = { stock, haveChanged: true, now: clock() };
    for (const listener of listeners) written.push(await listener.write(tx, stored));
    return written;
  });
  if (results === null) return false;
  observer.signals(results.reduce((sum, { signalCount }) => sum + signalCount, 0));
  return results.every(({ isComplete }) => isComplete);
}
