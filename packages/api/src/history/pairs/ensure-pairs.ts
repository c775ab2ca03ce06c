import { type Conversion, conversionsInto, hasPath, pairsOf } from '@stockbook/common/currency-pairs';
import { dayMs } from '@stockbook/common/durations';
import { conversionRepository, type EntityManager, stockRepository, taskRepository } from '@stockbook/db';
import type { ActorContext, Services } from '../../context.ts';
import { addTask } from '../../tasks/tasks.ts';

/** A pair that was not found is looked for again after a day. */
const notFoundForMs = dayMs;

/** The same for both directions: they need the same pair. */
const subjectOf = ({ from, to }: Conversion) => [from, to].sort().join('/');

/**
 * Requests the exchange rates that a portfolio needs and that cannot be computed from the stored pairs. There is at
 * most one task for two currencies, whichever user requested it. Call it whenever the currencies of a portfolio may
 * have changed, in the transaction that changes them.
 * @param to currency of the portfolio
 * @param codes currencies of its transactions and of the quotes of its stocks and benchmark, hundredths included
 */
export async function ensurePairs(
  tx: EntityManager,
  { user, services: { clock } }: Pick<ActorContext<'clock'>, 'user' | 'services'>,
  to: string,
  codes: Iterable<string>,
): Promise<void> {
  const conversions = conversionsInto(to, codes);
  if (conversions.length === 0) return;
  const stored = await stockRepository.keepStored(tx, pairsOf(to, codes));
  const missing = new Map(
    conversions
      .filter((conversion) => !hasPath(conversion, stored))
      .map((conversion) => [subjectOf(conversion), conversion]),
  );
  // In one order, so that transactions which request the same pairs wait for each other and do not deadlock.
  for (const subject of [...missing.keys()].sort()) {
    await taskRepository.lockSubject(tx, 'fetch-pair', subject);
  }
  const now = clock();
  for (const task of await taskRepository.listBySubject(tx, 'fetch-pair', [...missing.keys()])) {
    const hasJustFailed =
      task.status === 'FAILURE' &&
      task.finishedAt !== null &&
      now.getTime() - task.finishedAt.getTime() < notFoundForMs;
    if (hasJustFailed || task.finishedAt === null) missing.delete(task.subject);
  }
  for (const [subject, { from, to }] of missing) {
    await addTask(tx, user.id, {
      kind: 'fetch-pair',
      subject,
      payload: { from, to },
      message: `The ${from}/${to} rate is being fetched`,
      createdAt: now,
    });
  }
}

/**
 * Requests the exchange rates that any portfolio lacks: a source may have named the currency of a stock since the
 * purchase was stored, or an earlier search was in vain.
 */
export async function requestMissingPairs({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const portfolios = await conversionRepository.listAll(database.fork());
  for (const { userId, ownCurrency, foreignCurrencies } of portfolios) {
    await database
      .fork()
      .transactional((tx) =>
        ensurePairs(tx, { user: { id: userId }, services: { clock } }, ownCurrency, foreignCurrencies),
      );
  }
}
