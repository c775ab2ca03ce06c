import {
  type EntityManager,
  isDatabaseUnavailable,
  type PendingSecurity,
  portfolioImportRepository,
  stockRepository,
  taskRepository,
} from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import { hasTimedOut, timeoutError, toAppError } from '../../errors.ts';
import { spendNewSymbol } from '../../quotas/provider-budget.ts';
import { ensureListing, resolveListing } from '../../stocks/ensure-stock.ts';
import { type ProviderWait, waitForProvider } from '../../stocks/wait-for-provider.ts';
import type { TaskContext } from '../../tasks/run-task.ts';

/**
 * Finds the stock of a security and stores it with its history. A final failure is the security's problem.
 * @returns the wait before the look-up is repeated; null if it has ended
 */
export async function lookUpSecurity(
  ctx: TaskContext,
  securities: readonly PendingSecurity[],
  security: PendingSecurity,
): Promise<ProviderWait | null> {
  try {
    await countNewSymbol(ctx, securities, security);
    // The task's progress counts securities, not the steps of one stock.
    const silent = { ...ctx, report: async () => {} };
    const listing = await resolveListing(silent, security);
    await ensureListing(silent, listing, {
      isOptional: true,
      onLinked: (tx, { symbol }) => change(tx, ctx, security, { stock: symbol }),
    });
    return null;
  } catch (thrown) {
    const isTimedOut = hasTimedOut(ctx.signal);
    // A stopping worker hands the task back; without the database, no problem can be stored.
    if ((ctx.signal.aborted && !isTimedOut) || isDatabaseUnavailable(thrown)) throw thrown;
    return endLookUp(ctx, security, isTimedOut ? timeoutError(thrown) : thrown);
  }
}

async function endLookUp(
  ctx: TaskContext,
  security: PendingSecurity,
  error: unknown,
): Promise<ProviderWait | null> {
  const { taskId, services } = ctx;
  const em = services.database.fork();
  const pending = await portfolioImportRepository.findPending(em, taskId);
  const current = pending?.securities.find(({ text }) => text === security.text);
  // The stock was stored before the error: only its prices are missing, and the scheduled refresh fetches them.
  if (!current || current.stock !== null) return null;
  const task = await taskRepository.find(em, taskId);
  const now = services.clock();
  const { failedAttempts } = current;
  const wait = waitForProvider(error, { failedAttempts, startedAt: task?.createdAt ?? now }, now);
  if (wait) {
    if (wait.isAttempt) await change(em, ctx, security, { failedAttempts: failedAttempts + 1 });
    return wait;
  }
  const { code, message, cause } = toAppError(error);
  if (code === 'INTERNAL_SERVER_ERROR')
    services.log.error({ err: cause ?? error, taskId }, 'failed to look up');
  const problem = error instanceof MarketDataError ? error.message : message;
  await change(em, ctx, security, { problem });
  return null;
}

/**
 * Counts a symbol that is new to the server, once per security.
 * @throws AppError TOO_MANY_REQUESTS
 */
async function countNewSymbol(
  ctx: TaskContext,
  securities: readonly PendingSecurity[],
  security: PendingSecurity,
): Promise<void> {
  if (securities.some(({ text, isCounted }) => text === security.text && isCounted)) return;
  const { em, userId, services } = ctx;
  await em.transactional(async (tx) => {
    const text = security.symbol ?? security.isin ?? '';
    const stock = await stockRepository.findBySymbolOrIsin(tx, text, userId);
    if (!stock?.lastFetchedAt) await spendNewSymbol(tx, { user: { id: userId }, services });
    await change(tx, ctx, security, { isCounted: true });
  });
}

/** Changes a security of the pending import as it is in the database now. */
async function change(
  em: EntityManager,
  { taskId }: TaskContext,
  { text }: PendingSecurity,
  changes: Partial<PendingSecurity>,
): Promise<void> {
  const pending = await portfolioImportRepository.findPending(em, taskId);
  if (!pending) return;
  const changed = pending.securities.map((each) => (each.text === text ? { ...each, ...changes } : each));
  await portfolioImportRepository.setSecurities(em, taskId, changed);
}
