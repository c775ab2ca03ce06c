import {
  type EntityManager,
  isDatabaseUnavailable,
  type PendingImport,
  type PendingSecurity,
  type Portfolio,
  portfolioImportRepository,
  portfolioRepository,
  taskRepository,
  transactionRepository,
  userRepository,
} from '@stockbook/db';
import { AppError, hasTimedOut, timeoutError } from '../../errors.ts';
import type { TaskBody, TaskContext } from '../../tasks/run-task.ts';
import { findPortfolio, lockPortfolio } from '../portfolios.ts';
import { requestPairs } from '../rates.ts';
import { assertStockQuota, assertTransactionQuotas, takeStocks } from '../transactions/store.ts';
import type { StoringPlan } from './judge/plan-storing.ts';
import { loadFacts } from './load-facts.ts';
import { lookUpSecurity } from './look-up-security.ts';
import type { ImportResult } from './schemas.ts';
import { calculateImport } from './thread/in-thread.ts';

/** Imports of a portfolio that can be taken back, and headers of a user whose mapping is remembered. */
const [maxImports, maxMappings] = [100, 200];

/** A plan is made anew if the portfolio has changed meanwhile. */
const maxPlans = 5;

type Payload = Parameters<TaskBody<'import-transactions'>>[1];

/**
 * Job handler: looks up one unknown security after the other, each in a job of its own, and then stores all rows in
 * one transaction.
 */
export const importTransactionsTask: TaskBody<'import-transactions'> = async (ctx, payload) => {
  const pending = await portfolioImportRepository.findPending(ctx.em, ctx.taskId);
  if (!pending) return 'ended';
  const { securities } = pending;
  const total = securities.length + 1;
  const isOpen = ({ stock, problem }: PendingSecurity) => stock === null && problem === null;
  const next = securities.find(isOpen);
  if (next) {
    const wait = await lookUpSecurity(ctx, securities, next);
    const current = total - securities.filter(isOpen).length;
    const message = wait?.message ?? `Looked up ${current} of ${securities.length} stocks`;
    return { progress: { message, current, total }, continueAt: wait?.until ?? null };
  }
  await ctx.report({ message: 'Storing transactions...', current: securities.length, total });
  try {
    await storeAll(ctx, payload, pending);
  } catch (thrown) {
    const error = hasTimedOut(ctx.signal) ? timeoutError(thrown, tookTooLong) : thrown;
    if (!(error instanceof AppError) || !isFinal(error) || isDatabaseUnavailable(error.cause)) throw error;
    await endTask(ctx, ctx.services.database.fork(), {
      status: 'FAILURE',
      message: error.message,
      result: null,
    });
  }
  return 'ended';
};

const tookTooLong = 'The import took longer than 60 seconds. Import fewer rows at a time';

const isFinal = ({ code, status }: AppError) => status < 500 && code !== 'TOO_MANY_REQUESTS';

/** Ends the task and deletes what it has kept of the file. */
function endTask(
  { taskId, services: { clock } }: TaskContext,
  em: EntityManager,
  end: Parameters<typeof taskRepository.finish>[2],
): Promise<void> {
  return em.transactional(async (tx) => {
    await portfolioImportRepository.removePending(tx, taskId);
    await taskRepository.finish(tx, taskId, end, clock());
  });
}

/** @throws AppError if the book would not be valid, or a quota is used up */
async function storeAll(ctx: TaskContext, payload: Payload, pending: PendingImport): Promise<void> {
  for (let count = 0; count < maxPlans; count += 1) {
    const em = ctx.services.database.fork();
    const portfolio = await findPortfolio(em, ctx.userId, payload.portfolioId);
    const plan = await makePlan(ctx, em, portfolio, payload, pending);
    if (plan.uncovered !== null) throw new AppError('BAD_REQUEST', plan.uncovered);
    if (await storePlan(ctx, portfolio, payload, pending, plan)) return;
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'The portfolio changed while the file was imported. Try again');
}

/** Judges the rows again, without a lock: it takes seconds. */
async function makePlan(
  { taskId, userId, signal, services }: TaskContext,
  em: EntityManager,
  portfolio: Portfolio,
  { importId }: Payload,
  { mapping, securities }: PendingImport,
): Promise<StoringPlan> {
  const rows = await portfolioImportRepository.readPendingRows(em, taskId);
  const needs = await calculateImport('needs', { rows, mapping }, userId, signal);
  const ctx = { user: { id: userId }, services };
  const facts = await loadFacts(em, ctx, { portfolio, ...needs, found: securities });
  return calculateImport('plan', { rows, facts, importId, now: services.clock() }, userId, signal);
}

/** @returns false if something that the plan depends on has changed */
function storePlan(
  { taskId, userId, services }: TaskContext,
  { id: portfolioId, revision }: Portfolio,
  { importId }: Payload,
  { fileName, preset, headerDigest, mapping }: PendingImport,
  { counts, statements, symbols, problems }: StoringPlan,
): Promise<boolean> {
  const ctx = { user: { id: userId }, services };
  const now = services.clock();
  return services.database.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    if (!(await taskRepository.lockIfActive(tx, taskId))) return true;
    const stocks = await takeStocks(tx, ctx, symbols);
    const portfolio = await lockPortfolio(tx, userId, portfolioId);
    if (stocks.size < symbols.length || portfolio.revision !== revision) return false;
    await assertTransactionQuotas(tx, ctx, portfolioId, counts.new);
    const stored = {
      new: counts.new,
      alreadyThere: counts.already_there,
      skipped: counts.skipped,
      problem: counts.problem,
    };
    const added = { id: importId, portfolioId, fileName, preset, mapping, counts: stored, createdAt: now };
    await portfolioImportRepository.add(tx, added, maxImports);
    for (const statement of statements)
      await transactionRepository.addJson(tx, userId, portfolioId, statement);
    await assertStockQuota(tx, userId, portfolioId);
    await portfolioRepository.bumpRevision(tx, portfolioId);
    await requestPairs(tx, ctx, portfolio);
    const remembered = { headerDigest, mapping, updatedAt: now };
    await portfolioImportRepository.setMapping(tx, userId, remembered, maxMappings);
    await portfolioImportRepository.removePending(tx, taskId);
    const result = {
      added: counts.new,
      already_there: counts.already_there,
      lines: [...problems],
    } satisfies ImportResult;
    await taskRepository.finish(
      tx,
      taskId,
      { status: 'SUCCESS', message: addedMessage(counts.new), result },
      now,
    );
    return true;
  });
}

const addedMessage = (count: number) =>
  count === 1 ? '1 transaction was added' : `${count.toLocaleString('en-US')} transactions were added`;
