import { dayMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  isDatabaseUnavailable,
  type PendingSecurity,
  portfolioMoveRepository,
  stockRepository,
  taskRepository,
} from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import { hasTimedOut, timeoutError, toAppError } from '../../errors.ts';
import { spendNewSymbol } from '../../quotas/provider-budget.ts';
import { ensureStored, resolveListing } from '../../stocks/ensure-stock.ts';
import { type ProviderWait, waitForProvider } from '../../stocks/wait-for-provider.ts';
import type { TaskContext } from '../../tasks/run-task.ts';
import type { PlanReport } from '../schemas.ts';

/** A move waits for the budget of days, for as many as 2,000 securities take. */
const patience = { maxBudgetWaitS: dayMs / 1000, maxWaitMs: 10 * dayMs };

/** The securities of a move with those of its report that are to be looked up. Outcomes stay as they are. */
export function pendingSecurities(
  securities: PlanReport['securities'],
  known: readonly PendingSecurity[],
): PendingSecurity[] {
  const ended = known.filter(({ stock, problem }) => stock !== null || problem !== null);
  const keys = new Set(ended.map(({ text }) => text));
  const added = securities.filter(({ status, key }) => status === 'new' && !keys.has(key));
  return [
    ...ended,
    ...added.map(({ key, symbol, isin }) => ({
      text: key,
      symbol,
      isin: symbol === null ? isin : null,
      stock: null,
      problem: null,
      isCounted: false,
      failedAttempts: 0,
    })),
  ];
}

/**
 * Finds the stock of a security of a move and stores it with its history, on no watch list. A final failure is the
 * security's problem.
 * @returns the wait before the look-up is repeated; null if it has ended
 */
export async function lookUp(
  ctx: TaskContext,
  moveId: string,
  security: PendingSecurity,
): Promise<ProviderWait | null> {
  try {
    await countNewSymbol(ctx, moveId, security);
    // The task's progress counts securities, not the steps of one stock.
    const silent = { ...ctx, report: async () => {} };
    const { symbol } = await resolveListing(silent, security);
    const { stock } = await ensureStored(silent, symbol);
    await change(ctx.services.database.fork(), ctx, moveId, security, { stock: stock.symbol });
    return null;
  } catch (thrown) {
    const isTimedOut = hasTimedOut(ctx.signal);
    // A stopping worker hands the task back; without the database, no problem can be stored.
    if ((ctx.signal.aborted && !isTimedOut) || isDatabaseUnavailable(thrown)) throw thrown;
    return endLookUp(ctx, moveId, security, isTimedOut ? timeoutError(thrown) : thrown);
  }
}

async function endLookUp(
  ctx: TaskContext,
  moveId: string,
  security: PendingSecurity,
  error: unknown,
): Promise<ProviderWait | null> {
  const { taskId, services } = ctx;
  const em = services.database.fork();
  const task = await taskRepository.find(em, taskId);
  const now = services.clock();
  const { failedAttempts } = security;
  const startedAt = task?.createdAt ?? now;
  const wait = waitForProvider(error, { failedAttempts, startedAt }, now, patience);
  if (wait) {
    if (wait.isAttempt) await change(em, ctx, moveId, security, { failedAttempts: failedAttempts + 1 });
    return wait;
  }
  const { code, message, cause } = toAppError(error);
  if (code === 'INTERNAL_SERVER_ERROR')
    services.log.error({ err: cause ?? error, taskId }, 'failed to look up');
  await change(em, ctx, moveId, security, {
    problem: error instanceof MarketDataError ? error.message : message,
  });
  return null;
}

/**
 * Counts a symbol that is new to the server, once per security.
 * @throws AppError TOO_MANY_REQUESTS
 */
async function countNewSymbol(ctx: TaskContext, moveId: string, security: PendingSecurity): Promise<void> {
  if (security.isCounted) return;
  const { em, userId, services } = ctx;
  await em.transactional(async (tx) => {
    const text = security.symbol ?? security.isin ?? '';
    const stock = await stockRepository.findBySymbolOrIsin(tx, text, userId);
    if (!stock?.lastFetchedAt) await spendNewSymbol(tx, { user: { id: userId }, services });
    await change(tx, ctx, moveId, security, { isCounted: true });
  });
}

/** Changes a security of a move as it is in the database now. */
async function change(
  em: EntityManager,
  { userId }: TaskContext,
  moveId: string,
  { text }: PendingSecurity,
  changes: Partial<PendingSecurity>,
): Promise<void> {
  const move = await portfolioMoveRepository.findOfUser(em, userId, moveId);
  if (!move) return;
  const securities = move.securities.map((each) => (each.text === text ? { ...each, ...changes } : each));
  await portfolioMoveRepository.change(em, moveId, { securities });
}
