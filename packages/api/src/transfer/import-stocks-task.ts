import { type ImportLine, importLineRepository, isDatabaseUnavailable } from '@stockbook/db';
import { IndicatorError } from '@stockbook/indicators';
import { MarketDataError } from '@stockbook/market-data';
import { hasTimedOut, timeoutError, toAppError } from '../errors.ts';
import { type ProviderWait, waitForProvider } from '../stocks/wait-for-provider.ts';
import type { TaskBody, TaskContext } from '../tasks/run-task.ts';
import { importJournal, importRule, importStrategy, importStudySet } from './import-definition.ts';
import { importInstrument } from './import-instrument.ts';
import { finishLine, type ImportItem, importIndicator, importItem, importStock } from './import-line.ts';
import { importList } from './import-list.ts';
import { importPortfolio, importPortfolioStock, importTransactions } from './import-portfolio.ts';

/**
 * Job handler: carries out one line and continues with the next one in a new job, so that an import takes turns with
 * the other tasks and a killed worker repeats one line at most.
 */
export const importStocksTask: TaskBody<'import-stocks'> = async (ctx) => {
  const { em, taskId } = ctx;
  const line = await importLineRepository.findUnfinished(em, taskId);
  if (!line) return { message: 'The import has ended', result: {} };
  const wait = await runLine(ctx, line);
  const { current, total } = await importLineRepository.progressOf(em, taskId);
  const message = wait?.message ?? `Imported ${current} of ${total}`;
  return { progress: { message, current, total }, continueAt: wait?.until ?? null };
};

/** Carries out a line. A failure is the line's verdict, unless it can be repeated later. */
async function runLine(ctx: TaskContext, line: ImportLine): Promise<ProviderWait | null> {
  const item = importItem.parse(line.item);
  try {
    await importOne(ctx, line, item);
    return null;
  } catch (thrown) {
    const isTimedOut = hasTimedOut(ctx.signal);
    // A stopping worker hands the task back; without the database, no verdict can be stored.
    if ((ctx.signal.aborted && !isTimedOut) || isDatabaseUnavailable(thrown)) throw thrown;
    return endLine(ctx, line, isTimedOut ? timeoutError(thrown) : thrown);
  }
}

function importOne(ctx: TaskContext, line: ImportLine, item: ImportItem): Promise<void> {
  switch (item.kind) {
    case 'instrument':
      return importInstrument(ctx, line, item);
    case 'stock':
      return importStock(ctx, line, item);
    case 'list':
      return importList(ctx, line, item);
    case 'indicator':
      return importIndicator(ctx, line, item);
    case 'study_set':
      return importStudySet(ctx, line, item);
    case 'signal_rule':
      return importRule(ctx, line, item);
    case 'strategy':
      return importStrategy(ctx, line, item);
    case 'portfolio':
      return importPortfolio(ctx, line, item);
    case 'portfolio_stock':
      return importPortfolioStock(ctx, line, item);
    case 'transactions':
      return importTransactions(ctx, line, item);
    case 'journal':
      return importJournal(ctx, line, item);
  }
}

async function endLine(ctx: TaskContext, line: ImportLine, error: unknown): Promise<ProviderWait | null> {
  const { taskId } = ctx;
  const { clock, log, database } = ctx.services;
  const em = database.fork();
  const { position } = line;
  const appError = toAppError(error);
  const message = error instanceof MarketDataError ? error.message : appError.message;
  if ((await importLineRepository.findUnfinished(em, taskId))?.position !== position) {
    // The stock was linked before the error: only its prices are missing, and the scheduled refresh fetches them.
    await importLineRepository.amend(em, { taskId, position }, `Its prices are still missing: ${message}`);
    return null;
  }
  const { failedAttempts } = line;
  const wait = waitForProvider(error, { failedAttempts, startedAt: line.task.createdAt }, clock());
  if (wait) {
    if (wait.isAttempt) {
      await importLineRepository.noteFailedAttempt(em, { taskId, position }, line.failedAttempts + 1);
    }
    return wait;
  }
  if (appError.code === 'INTERNAL_SERVER_ERROR') {
    log.error({ err: appError.cause ?? error, taskId, position }, 'failed to import a line');
  }
  const isOverQuota = appError.code === 'CONFLICT' && !(error instanceof IndicatorError);
  const verdict = isOverQuota ? 'over_quota' : 'not_added';
  await finishLine(em, ctx, line, { verdict, symbol: line.symbol, message });
  return null;
}
