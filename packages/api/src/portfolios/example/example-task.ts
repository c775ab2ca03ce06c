import { mainCurrency } from '@stockbook/common/currencies';
import {
  type EntityManager,
  exampleEntryRepository,
  marketPriceRepository,
  type Stock,
  stockActionRepository,
  stockRepository,
  userStockRepository,
} from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import { AppError } from '../../errors.ts';
import { fetchPair } from '../../history/pairs/fetch-pair-task.ts';
import { ensureStored } from '../../stocks/ensure-stock.ts';
import type { TaskBody, TaskContext } from '../../tasks/run-task.ts';
import { dayInUtc } from '../day.ts';
import type { ImportResult } from '../imports/schemas.ts';
import { createPortfolio } from '../portfolios.ts';
import { type Rates, readRates } from '../rates.ts';
import { createPortfolioInput } from '../schemas.ts';
import type { NewTransaction } from '../transactions/schemas.ts';
import { readSplits } from '../transactions/splits.ts';
import { addTransactions } from '../transactions/store.ts';
import {
  type ExampleStock,
  exampleBenchmark,
  exampleStart,
  exampleStocks,
  makeTransactions,
  type PlannedTrade,
  planTrades,
} from './example-trades.ts';

/**
 * Job handler: fetches the stocks of the example from the source in force, and stores a portfolio of them in one
 * transaction. What the source lacks is left out.
 */
export const createExampleTask: TaskBody<'create-example'> = async (ctx, { portfolioId }) => {
  const today = dayInUtc(ctx.services.clock());
  const found = await fetchStocks(ctx, exampleStart(today));
  const currency = found[0]?.currency;
  if (currency == null) {
    throw new AppError('BAD_REQUEST', 'The source of prices has none of the example’s stocks');
  }
  const own = mainCurrency(currency);
  const stocks = await withRates(ctx, found, own);
  const benchmark = await fetchStored(ctx, exampleBenchmark);
  const transactions = await priceTransactions(ctx, { id: portfolioId, currency: own }, stocks, today);
  const input = createPortfolioInput.parse({
    name: 'Example',
    description: 'Invented purchases at the closes of their days. Remove it whenever you like.',
    currency: own,
    benchmark: benchmark?.symbol ?? null,
    dividend_tax_percent: 15,
    notify_dividends: false,
  });
  return {
    message: 'The example was added',
    result: { added: transactions.length, already_there: 0, lines: [] } satisfies ImportResult,
    store: (tx) => store(tx, ctx, portfolioId, input, transactions),
  };
};

/** The stocks that the source has prices of since the first day of the example, up to its number of stocks. */
async function fetchStocks(ctx: TaskContext, start: string): Promise<Stock[]> {
  const symbols: readonly string[] = ctx.services.marketData.readsFiles
    ? [...exampleStocks, ...(await symbolsOfFiles(ctx))]
    : exampleStocks;
  const stocks: Stock[] = [];
  for (const [index, symbol] of [...new Set(symbols)].entries()) {
    await ctx.report({ message: `Looking up ${symbol}...`, current: index, total: symbols.length + 1 });
    const stock = await fetchStored(ctx, symbol);
    const hasPrices = stock?.dataEndDate != null && stock.dataEndDate > start;
    if (stock && hasPrices && stock.currency !== null) stocks.push(stock);
    if (stocks.length === exampleStocks.length) break;
  }
  return stocks;
}

/** Symbols of the user's own files: a search needs a part of them. */
async function symbolsOfFiles({ signal, userId, services: { marketData } }: TaskContext): Promise<string[]> {
  const found = new Set<string>();
  for (const part of 'aeiostnr0123456789') {
    const matches = await marketData.search(part, exampleStocks.length, { signal, requester: userId });
    for (const { symbol, type } of matches) {
      if (type === null || type === 'equity' || type === 'etf') found.add(symbol);
    }
    if (found.size >= 2 * exampleStocks.length) break;
  }
  return [...found];
}

/** A stock with its history; null if the source lacks it, and the stored one if its source fails. */
async function fetchStored(ctx: TaskContext, symbol: string): Promise<Stock | null> {
  try {
    return (await ensureStored({ ...ctx, report: async () => {} }, symbol)).stock;
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    const known = await stockRepository.findBySymbol(ctx.services.database.fork(), symbol, null);
    if (known && known.barCount > 0) return known;
    if (error.isPermanent || error.kind === 'bad_data') return null;
    throw error;
  }
}

/** The stocks whose quotes can be converted: a portfolio leaves out the others. */
async function withRates(ctx: TaskContext, stocks: readonly Stock[], to: string): Promise<Stock[]> {
  const from = new Set(stocks.flatMap(({ currency }) => (currency === null ? [] : mainCurrency(currency))));
  from.delete(to);
  const missing = new Set<string>();
  for (const currency of from) {
    await ctx.report({ message: `Looking up the ${currency}/${to} rate...`, current: 1, total: 2 });
    try {
      await fetchPair({ ...ctx, report: async () => {} }, { from: currency, to });
    } catch (error) {
      if (!(error instanceof MarketDataError) || !(error.isPermanent || error.kind === 'bad_data'))
        throw error;
      missing.add(currency);
    }
  }
  return stocks.filter(({ currency }) => currency !== null && !missing.has(mainCurrency(currency)));
}

/** The transactions of the example at the stored closes. */
async function priceTransactions(
  { services, userId }: TaskContext,
  portfolio: { readonly id: string; readonly currency: string },
  stocks: readonly Stock[],
  today: string,
): Promise<NewTransaction[]> {
  const em = services.database.fork();
  const exampleOnes: ExampleStock[] = [];
  for (const { id, symbol, currency } of stocks) {
    const dividends = await stockActionRepository.listDividends(em, id);
    exampleOnes.push({ id, symbol, currency: currency ?? portfolio.currency, dividends });
  }
  const starts = new Map(stocks.map(({ id, dataStartDate }) => [id, dataStartDate ?? '']));
  const planned = planTrades(exampleOnes, today).map((each) => {
    const start = starts.get(each.stock.id) ?? '';
    return start > each.date ? { ...each, date: start } : each;
  });
  const splits = await readSplits(em, userId, portfolio.id, [...starts.keys()], today);
  const priceOf = await readPrices(em, userId, portfolio, planned);
  return makeTransactions(planned, priceOf, splits, today);
}

async function readPrices(
  em: EntityManager,
  userId: string,
  portfolio: { readonly id: string; readonly currency: string },
  planned: readonly PlannedTrade[],
) {
  const requests = planned.map(({ stock, date }) => ({ stockId: stock.id, date }));
  const bars = await marketPriceRepository.listPrices(em, requests);
  const rates: Rates = await readRates(
    em,
    userId,
    portfolio,
    planned.flatMap(({ stock: { id, currency } }) =>
      bars.filter(({ stockId }) => stockId === id).map(({ barDate }) => ({ currency, date: barDate })),
    ),
  );
  return ({ stock: { id, currency }, date }: PlannedTrade) => {
    const bar = bars.find((each) => each.stockId === id && each.date === date);
    const rate = bar && rates.rate({ currency, date: bar.barDate });
    return bar && rate ? { date: bar.barDate, close: bar.close, rate } : null;
  };
}

/** Stores the example, and notes which entries of the watch list it made. `tx` has locked the user's row. */
async function store(
  tx: EntityManager,
  { userId, services }: TaskContext,
  portfolioId: string,
  input: Parameters<typeof createPortfolio>[1],
  transactions: readonly NewTransaction[],
): Promise<void> {
  const user = { id: userId };
  const symbols = [...new Set(transactions.flatMap(({ symbol }) => symbol ?? []))];
  const stocks = await stockRepository.keepBySymbols(tx, userId, symbols);
  const ids = stocks.map(({ id }) => id);
  const { quotas, clock } = services;
  const made = await userStockRepository.linkWhileRoom(tx, userId, ids, quotas.stocks, clock());
  await createPortfolio({ em: tx, user, services }, input, { id: portfolioId, isExample: true });
  await exampleEntryRepository.add(tx, portfolioId, userId, made);
  await addTransactions(tx, { user, services }, { portfolioId, transactions, isList: true });
}
