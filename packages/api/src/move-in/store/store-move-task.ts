import { hourMs } from '@stockbook/common/durations';
import {
  isDatabaseUnavailable,
  movedPortfolioRepository,
  type PortfolioMove,
  portfolioMoveRepository,
  taskRepository,
  userRepository,
} from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import { AppError, hasTimedOut, notFound, timeoutError } from '../../errors.ts';
import { fetchPair } from '../../history/pairs/fetch-pair-task.ts';
import type { MoveResult } from '../../portfolios/move-result.ts';
import type { TaskBody, TaskContext } from '../../tasks/run-task.ts';
import type { Comparison } from '../compare/compare.ts';
import { loadFacts } from '../facts/load-facts.ts';
import { keptMoves } from '../limits.ts';
import { planReport } from '../schemas.ts';
import { calculateMove } from '../thread/in-thread.ts';
import type { PlanInput } from '../thread/requests.ts';
import { lookUp } from './look-up.ts';
import type { StoringPlan } from './plan-storing.ts';
import { assertSeen, openQuestions, UnseenComparison } from './stop.ts';
import { storePlan } from './store-plan.ts';

/** A connection that is idle in a transaction for 10 s is ended. */
const keepAliveMs = 2_000;

/**
 * Job handler: looks up one unknown security after the other, each in a job of its own, and then stores everything in
 * one transaction. What the user has not seen stops it before anything is stored.
 */
export const storeMoveTask: TaskBody<'store-move'> = async (ctx, { moveId, acceptDifferences }) => {
  const move = await portfolioMoveRepository.findOfUser(ctx.em, ctx.userId, moveId);
  if (!move) throw notFound('Move');
  const isOpen = (security: (typeof move.securities)[number]) =>
    security.stock === null && security.problem === null;
  const open = move.securities.filter(isOpen);
  const total = move.securities.length + 1;
  const [next] = open;
  if (next) {
    const wait = await lookUp(ctx, moveId, next);
    const current = move.securities.length - open.length + 1;
    const left = `${open.length.toLocaleString('en-US')} ${open.length === 1 ? 'security is' : 'securities are'} left`;
    const message = isLong(ctx, wait?.until ?? null)
      ? `Waiting until tomorrow: ${left}`
      : (wait?.message ?? `Looked up ${current} of ${move.securities.length} stocks`);
    return { progress: { message, current, total }, continueAt: wait?.until ?? null };
  }
  await ctx.report({ message: 'Moving in...', current: total - 1, total });
  try {
    await storeMove(ctx, move, acceptDifferences);
  } catch (thrown) {
    const error = hasTimedOut(ctx.signal) ? timeoutError(thrown) : thrown;
    if (error instanceof UnseenComparison) await stop(ctx, move, error.message, error.comparison);
    else if (isFinal(error)) await stop(ctx, move, error.message);
    else throw error;
  }
  return 'ended';
};

const longWaitMs = hourMs;

const isLong = ({ services: { clock } }: TaskContext, until: Date | null) =>
  until !== null && until.getTime() - clock().getTime() > longWaitMs;

const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError &&
  error.status < 500 &&
  error.code !== 'TOO_MANY_REQUESTS' &&
  !isDatabaseUnavailable(error.cause);

/**
 * Ends the task without having stored anything.
 * @param comparison of the stored rows, if the user has not seen it
 */
async function stop(
  { taskId, userId, services }: TaskContext,
  { id }: PortfolioMove,
  message: string,
  comparison?: Comparison,
): Promise<void> {
  await services.database.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    if (!(await taskRepository.lockIfActive(tx, taskId))) return;
    const report = await portfolioMoveRepository.readReport(tx, id);
    const shown = report !== null && comparison ? { report: withComparison(report, comparison) } : {};
    await portfolioMoveRepository.change(tx, id, { state: 'answers_needed', ...shown });
    await taskRepository.finish(tx, taskId, { status: 'FAILURE', message, result: null }, services.clock());
  });
}

const withComparison = (report: string, comparison: Comparison) =>
  JSON.stringify({ ...JSON.parse(report), comparison });

/** @throws AppError, UnseenComparison */
async function storeMove(ctx: TaskContext, move: PortfolioMove, acceptDifferences: boolean): Promise<void> {
  const { userId, signal, services } = ctx;
  await fetchPairs(ctx, move);
  const em = services.database.fork();
  const book = await portfolioMoveRepository.readContent(em, move.id, 'book');
  if (!book) throw notFound('Move');
  const { answers } = move;
  const facts = await loadFacts(em, { user: { id: userId }, services }, move, answers);
  const input = { book, facts, answers };
  const seen = await portfolioMoveRepository.readReport(em, move.id);
  const nowMs = services.clock().getTime();
  const { summary, storing } = await calculateMove('store', { ...input, nowMs }, signal);
  await portfolioMoveRepository.change(em, move.id, { report: summary.report });
  if (summary.openQuestions > 0) throw openQuestions(summary.openQuestions);
  const shown = planReport.parse(JSON.parse(seen ?? summary.report));
  const known = new Set(shown.questions.map(({ key }) => key));
  const { questions } = planReport.parse(JSON.parse(summary.report));
  const arisen = questions.filter(({ key, answer }) => answer === null && !known.has(key)).length;
  // Those have a default, but it decides about what only the look-up has shown.
  if (arisen > 0) throw openQuestions(arisen);
  await services.database.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    if (!(await taskRepository.lockIfActive(tx, ctx.taskId))) return;
    const locked = await portfolioMoveRepository.lockOfUser(tx, userId, move.id);
    if (locked?.state !== 'storing') throw notFound('Move');
    const made = await storePlan(tx, { user: { id: userId }, services }, storing, locked);
    const comparison = await compareStored(tx, ctx, input, storing);
    assertSeen(comparison, shown.comparison, acceptDifferences);
    await portfolioMoveRepository.change(tx, move.id, {
      state: 'stored',
      report: withComparison(summary.report, comparison),
      made,
      storedAt: services.clock(),
    });
    await portfolioMoveRepository.removeContent(tx, move.id);
    await portfolioMoveRepository.prune(tx, userId, keptMoves);
    const result = {
      transactions: made.transactions,
      portfolios: made.portfolioIds.length,
      instruments: made.instrumentIds.length,
      lists: made.lists.filter(({ isNew }) => isNew).length,
      comparison: { ...comparison, differences: [...comparison.differences] },
    } satisfies MoveResult;
    const end = { status: 'SUCCESS' as const, message: storedMessage(result), result };
    await taskRepository.finish(tx, ctx.taskId, end, services.clock());
  });
}

function storedMessage({ portfolios, transactions, comparison }: MoveResult): string {
  const count = (number: number, word: string) =>
    `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`;
  const end = comparison.equal ? 'Everything adds up.' : `${comparison.message}.`;
  return `${count(portfolios, 'portfolio')}, ${count(transactions, 'transaction')}. ${end}`;
}

/** Fetches the rates by which lines become the currency of an account whose balances are known. */
async function fetchPairs(ctx: TaskContext, { needs }: PortfolioMove): Promise<void> {
  for (const to of needs?.balanceCurrencies ?? []) {
    for (const from of needs?.currencies ?? []) {
      if (from === to) continue;
      try {
        await fetchPair({ ...ctx, report: async () => {} }, { from, to });
      } catch (error) {
        // Without a rate the lines stay in their own currency, and the comparison shows it.
        if (!(error instanceof MarketDataError)) throw error;
      }
    }
  }
}

/** Compares the files with the rows that `tx` has stored. */
async function compareStored(
  tx: Parameters<typeof storePlan>[0],
  { userId, signal }: TaskContext,
  input: PlanInput,
  { portfolios, presentIds, presentRows }: StoringPlan,
): Promise<Comparison> {
  const keys = new Map(portfolios.map(({ id, key }) => [id, key]));
  const rows = await movedPortfolioRepository.listTransactions(tx, userId, {
    importIds: portfolios.map(({ importId }) => importId),
    portfolioIds: [...keys.keys()],
    externalIds: presentIds,
    ids: presentRows,
  });
  const stored = rows.map(({ portfolioId, ...row }) => ({ ...row, portfolio: keys.get(portfolioId) ?? '' }));
  const comparing = calculateMove('recheck', { ...input, stored }, signal);
  const keepAlive = setInterval(() => {
    portfolioMoveRepository.keepAlive(tx).catch(() => {});
  }, keepAliveMs);
  try {
    return await comparing;
  } finally {
    clearInterval(keepAlive);
  }
}
