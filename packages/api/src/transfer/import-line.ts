import { randomUUID } from 'node:crypto';
import {
  calculatedIndicatorRepository,
  drawingSetRepository,
  type EntityManager,
  type ImportLine,
  type ImportLineEnd,
  importLineRepository,
  isOwn,
  type Stock,
  stockRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import { z } from 'zod';
import { importedDrawing } from '../drawings/schemas.ts';
import { AppError } from '../errors.ts';
import { storeIndicators } from '../indicators/calculate-indicator.ts';
import { listColor } from '../lists/schemas.ts';
import { createPortfolioInput } from '../portfolios/schemas.ts';
import { spendNewSymbol } from '../quotas/provider-budget.ts';
import { ensureStock } from '../stocks/ensure-stock.ts';
import { createStudySetInput } from '../study-sets/schemas.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { assertNoteQuota } from '../watch-list/assert-quotas.ts';
import {
  importedChoices,
  importedEntry,
  importedRule,
  importedStrategy,
  importedTagGroup,
  importedTarget,
  importedTransaction,
} from './account/import-schemas.ts';
import { importedInstrument } from './account/instrument-schemas.ts';

const keyOf = ({ taskId }: TaskContext, { position }: ImportLine) => ({ taskId, position });

export function finishLine(
  em: EntityManager,
  ctx: TaskContext,
  line: ImportLine,
  end: ImportLineEnd,
): Promise<boolean> {
  return importLineRepository.finish(em, keyOf(ctx, line), end, ctx.services.clock());
}

/**
 * Adds the stock of a line, or restores the user's preferences for it. The link and the line end in one transaction.
 */
export async function importStock(ctx: TaskContext, line: ImportLine, item: StockItem): Promise<void> {
  const { em, userId } = ctx;
  const link = await userStockRepository.findBySymbolOrIsin(em, userId, item.symbolOrIsin);
  if (link) {
    const message = `${link.stock.symbol} is already on your watch list`;
    return em.transactional(async (tx) => {
      await userRepository.lockForUpdate(tx, userId);
      await endWith(tx, ctx, line, item, link.stock, { verdict: 'already_there', message });
    });
  }
  await countNewSymbol(ctx, line, item);
  // The task's progress counts lines, not the steps of one stock.
  await ensureStock({ ...ctx, report: async () => {} }, item.symbolOrIsin, item.isin, (tx, stock) =>
    endWith(tx, ctx, line, item, stock, { verdict: 'added', message: null }),
  );
}

/**
 * Restores the preferences and ends the line. A note that exceeds the quota is not restored, and the message says so.
 */
async function endWith(
  tx: EntityManager,
  ctx: TaskContext,
  line: ImportLine,
  { preferences }: StockItem,
  stock: Stock,
  { verdict, message }: Pick<ImportLineEnd, 'verdict' | 'message'>,
): Promise<void> {
  const noteError = await noteQuotaError(tx, ctx, stock.id, preferences.notes);
  const messages = [message, noteError].filter((part) => part !== null);
  const end = { verdict, symbol: stock.symbol, message: messages.join('. ') || null };
  if (!(await finishLine(tx, ctx, line, end))) return;
  const notes = noteError === null ? preferences.notes : null;
  const { drawings, ...flags } = preferences;
  await userStockRepository.restore(tx, ctx.userId, stock.id, { ...flags, notes });
  const stored = drawings.map((drawing) => ({ id: randomUUID(), ...drawing }));
  await drawingSetRepository.restore(tx, ctx.userId, stock.id, stored, ctx.services.clock());
}

async function noteQuotaError(
  tx: EntityManager,
  { userId, services }: TaskContext,
  stockId: number,
  notes: string | null,
): Promise<string | null> {
  if (notes === null) return null;
  try {
    await assertNoteQuota(tx, { user: { id: userId }, services }, stockId, notes);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `The note was not restored: ${error.message}`;
  }
}

/**
 * Counts a symbol that is new to the server, once per line.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function countNewSymbol(
  ctx: TaskContext,
  line: ImportLine,
  item: Pick<StockItem, 'symbolOrIsin'>,
): Promise<void> {
  if (line.isCounted || isOwn(item.symbolOrIsin)) return;
  const { em, userId, services } = ctx;
  await em.transactional(async (tx) => {
    const stock = await stockRepository.findBySymbolOrIsin(tx, item.symbolOrIsin, userId);
    if (!stock?.lastFetchedAt) {
      await spendNewSymbol(tx, { user: { id: userId }, services });
    }
    await importLineRepository.noteCounted(tx, keyOf(ctx, line));
  });
}

/** Calculates the indicator of a line, unless the user has it. */
export async function importIndicator(
  ctx: TaskContext,
  line: ImportLine,
  { symbolOrIsin, indicatorFunction, indicatorName, parameters }: IndicatorItem,
): Promise<void> {
  const { em, userId } = ctx;
  const link = await userStockRepository.findBySymbolOrIsin(em, userId, symbolOrIsin);
  if (!link) throw new AppError('NOT_FOUND', `${symbolOrIsin} is not on your watch list`);
  const { symbol, id: stockId } = link.stock;
  const calculation = { indicatorFunction, indicatorName, parameters };
  if (await calculatedIndicatorRepository.has(em, { userId, stockId, ...calculation })) {
    const message = `You have this indicator of ${symbol}`;
    await finishLine(em, ctx, line, { verdict: 'already_there', symbol, message });
    return;
  }
  const silent = { ...ctx, report: async () => {} };
  // The worker may have died between the link and the download.
  if (link.stock.barCount === 0) await ensureStock(silent, symbol, null);
  await storeIndicators(silent, { symbol, name: indicatorName, calculations: [calculation] }, (tx) =>
    finishLine(tx, ctx, line, { verdict: 'added', symbol, message: null }),
  );
}

const stockItem = z.object({
  kind: z.literal('stock'),
  symbolOrIsin: z.string(),
  isin: z.string().nullable(),
  preferences: z.object({
    isFavorite: z.boolean(),
    notes: z.string().nullable(),
    notifyOnSignals: z.boolean(),
    // Tasks of earlier versions have none.
    drawings: z.array(importedDrawing).default([]),
  }),
});

const instrumentItem = z.object({
  kind: z.literal('instrument'),
  instrument: importedInstrument,
  /** The JSON text of their list, which is read in a thread. */
  bars: z.string(),
});

const listItem = z.object({
  kind: z.literal('list'),
  /** Null for a list that is found by its name, or created. */
  listId: z.string().nullable(),
  name: z.string(),
  color: listColor,
  /** Symbols or ISINs in their order. */
  stocks: z.array(z.string()),
});

const indicatorItem = z.object({
  kind: z.literal('indicator'),
  symbolOrIsin: z.string(),
  indicatorFunction: z.string(),
  indicatorName: z.string(),
  parameters: z.record(z.string(), z.number()),
});

const studySetItem = z.object({ kind: z.literal('study_set'), set: createStudySetInput });

const signalRuleItem = z.object({ kind: z.literal('signal_rule'), rule: importedRule });

/** The number of an item among its equals in the file, from 1. */
const ordinal = z.number();

const strategyItem = z.object({ kind: z.literal('strategy'), strategy: importedStrategy, ordinal });

/** Tasks of earlier versions have nothing but the settings. */
const portfolioItem = z.object({
  kind: z.literal('portfolio'),
  id: z.string().default(() => randomUUID()),
  portfolio: createPortfolioInput,
  tags: z.array(importedTagGroup).default([]),
  targets: z.array(importedTarget).default([]),
  choices: importedChoices.default(() => importedChoices.parse({})),
});

/** A stock that a portfolio needs and that is on no watch list of the file. */
const portfolioStockItem = z.object({ kind: z.literal('portfolio_stock'), symbol: z.string() });

/** Transactions of the portfolio of an earlier line. */
const transactionsItem = z.object({
  kind: z.literal('transactions'),
  portfolioId: z.string(),
  transactions: z.array(importedTransaction),
});

/** Entries of the journal, oldest first, each with its number among equal ones in the file, from 1. */
const journalItem = z.object({
  kind: z.literal('journal'),
  entries: z.array(importedEntry.extend({ ordinal })),
});

/** The restored thing of a line of an import, as stored in `import_line`. */
export const importItem = z.discriminatedUnion('kind', [
  instrumentItem,
  stockItem,
  listItem,
  indicatorItem,
  studySetItem,
  signalRuleItem,
  strategyItem,
  portfolioItem,
  portfolioStockItem,
  transactionsItem,
  journalItem,
]);
export type ImportItem = z.infer<typeof importItem>;
export type InstrumentItem = z.infer<typeof instrumentItem>;
export type StockItem = z.infer<typeof stockItem>;
export type ListItem = z.infer<typeof listItem>;
export type IndicatorItem = z.infer<typeof indicatorItem>;
export type StudySetItem = z.infer<typeof studySetItem>;
export type SignalRuleItem = z.infer<typeof signalRuleItem>;
export type StrategyItem = z.infer<typeof strategyItem>;
export type PortfolioItem = z.infer<typeof portfolioItem>;
export type PortfolioStockItem = z.infer<typeof portfolioStockItem>;
export type TransactionsItem = z.infer<typeof transactionsItem>;
export type JournalItem = z.infer<typeof journalItem>;
