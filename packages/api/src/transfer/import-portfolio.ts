import {
  type EntityManager,
  type ImportLine,
  portfolioRepository,
  stockChoiceRepository,
  stockRepository,
  userRepository,
} from '@stockbook/db';
import { AppError } from '../errors.ts';
import { createPortfolio } from '../portfolios/portfolios.ts';
import { createTagGroup } from '../portfolios/tags/tags.ts';
import { setTargets } from '../portfolios/targets/targets.ts';
import { restoreTransactions } from '../portfolios/transactions/restore.ts';
import { ensureStored } from '../stocks/ensure-stock.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import {
  countNewSymbol,
  finishLine,
  type PortfolioItem,
  type PortfolioStockItem,
  type TransactionsItem,
} from './import-line.ts';

/** Fetches a stock that a portfolio needs, unless the system has it. It comes on no watch list. */
export async function importPortfolioStock(
  ctx: TaskContext,
  line: ImportLine,
  { symbol }: PortfolioStockItem,
): Promise<void> {
  await countNewSymbol(ctx, line, { symbolOrIsin: symbol });
  const { isNew } = await ensureStored(ctx, symbol);
  await finishLine(ctx.em, ctx, line, { verdict: isNew ? 'added' : 'already_there', symbol, message: null });
}

/**
 * Creates the portfolio of a line with its tags, targets and choices. A name that the user had before the import gets a
 * number.
 */
export function importPortfolio(ctx: TaskContext, line: ImportLine, item: PortfolioItem): Promise<void> {
  return ctx.em.transactional(async (tx) => {
    const actor = { em: tx, user: { id: ctx.userId }, services: ctx.services };
    await userRepository.lockForUpdate(tx, ctx.userId);
    const { portfolio, tags, choices } = item;
    const known = await knownStocks(tx, ctx.userId, item);
    const benchmark =
      portfolio.benchmark !== null && known.has(portfolio.benchmark) ? portfolio.benchmark : null;
    const name = await freeName(tx, ctx.userId, portfolio.name, line.task.createdAt);
    const { id } = await createPortfolio(actor, { ...portfolio, name, benchmark }, { id: item.id });
    for (const group of tags) {
      await createTagGroup(actor, { ...group, tags: withKnownShares(group.tags, known), portfolioId: id });
    }
    const targets = item.targets.every(({ symbol }) => known.has(symbol)) ? item.targets : [];
    if (targets.length > 0) await setTargets(actor, { portfolioId: id, group: null, targets });
    await storeChoices(tx, id, choices, known);
    const unknown = [...symbolsOf(item)].filter((symbol) => !known.has(symbol)).sort();
    const messages = [
      ...(name === portfolio.name ? [] : [`Added as "${name}"`]),
      ...(unknown.length === 0 ? [] : [`Without ${unknown.join(', ')}: not known`]),
    ];
    await finishLine(tx, ctx, line, {
      verdict: 'added',
      symbol: null,
      message: messages.length === 0 ? null : messages.join('. '),
    });
  });
}

/** Stores the transactions of a line, unless the line of their portfolio has failed. */
export function importTransactions(
  ctx: TaskContext,
  line: ImportLine,
  { portfolioId, transactions }: TransactionsItem,
): Promise<void> {
  return ctx.em.transactional(async (tx) => {
    const actor = { user: { id: ctx.userId }, services: ctx.services };
    const { unknown, leftOut } = await restoreTransactions(tx, actor, portfolioId, transactions);
    if (leftOut === transactions.length) {
      throw new AppError('BAD_REQUEST', `The stocks are not known: ${unknown.join(', ')}`);
    }
    const message = leftOut === 0 ? null : `Without ${leftOut} of ${unknown.join(', ')}: not known`;
    await finishLine(tx, ctx, line, { verdict: 'added', symbol: null, message });
  });
}

function symbolsOf({ portfolio, tags, targets, choices }: PortfolioItem): Set<string> {
  const ofStocks = [...targets, ...Object.values(choices).flat()].map(({ symbol }) => symbol);
  const ofTags = tags.flatMap((group) =>
    group.tags.flatMap(({ shares }) => shares.map((share) => share.symbol)),
  );
  return new Set([...ofStocks, ...ofTags, ...(portfolio.benchmark === null ? [] : [portfolio.benchmark])]);
}

/** The ids of the stocks of a portfolio that the system knows, by symbol. */
async function knownStocks(
  tx: EntityManager,
  userId: string,
  item: PortfolioItem,
): Promise<Map<string, number>> {
  const stocks = await stockRepository.keepBySymbols(tx, userId, [...symbolsOf(item)]);
  return new Map(stocks.map(({ symbol, id }) => [symbol, id]));
}

type Tags = PortfolioItem['tags'][number]['tags'];

function withKnownShares(tags: Tags, known: ReadonlyMap<string, number>): Tags {
  return tags.map((tag) => ({ ...tag, shares: tag.shares.filter(({ symbol }) => known.has(symbol)) }));
}

async function storeChoices(
  tx: EntityManager,
  portfolioId: string,
  { dismissed_dividends, splits, quote_currencies }: PortfolioItem['choices'],
  known: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { symbol, ex_date: exDate } of dismissed_dividends) {
    const stockId = known.get(symbol);
    if (stockId) await stockChoiceRepository.dismissDividend(tx, { portfolioId, stockId, exDate });
  }
  for (const { symbol, ex_date: exDate, choice } of splits) {
    const stockId = known.get(symbol);
    if (stockId) await stockChoiceRepository.setSplitChoice(tx, { portfolioId, stockId, exDate, choice });
  }
  for (const { symbol, currency } of quote_currencies) {
    const stockId = known.get(symbol);
    if (stockId) await stockChoiceRepository.setQuoteCurrency(tx, { portfolioId, stockId, currency });
  }
  await portfolioRepository.bumpRevision(tx, portfolioId);
}

const maxNameLength = 100;

/** The name, with a number if a portfolio has it that is older than the import: two of a file may have one name. */
async function freeName(tx: EntityManager, userId: string, name: string, begin: Date): Promise<string> {
  const portfolios = await portfolioRepository.listNames(tx, userId);
  if (!portfolios.some((other) => other.name === name && other.createdAt < begin)) return name;
  const names = new Set(portfolios.map((other) => other.name));
  for (let number = 2; ; number += 1) {
    const suffix = ` (${number})`;
    const numbered = `${name.slice(0, maxNameLength - suffix.length)}${suffix}`;
    if (!names.has(numbered)) return numbered;
  }
}
