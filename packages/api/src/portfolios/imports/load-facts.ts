import { pairsOf } from '@stockbook/common/currency-pairs';
import {
  type EntityManager,
  importedTransactionRepository,
  marketPriceRepository,
  stockChoiceRepository,
  stockRepository,
} from '@stockbook/db';
import type { ActorContext } from '../../context.ts';
import { dayInUtc, lastDay } from '../day.ts';
import type { Facts, FactsStock, FoundSecurity } from './judge/facts.ts';
import type { FileNeeds } from './thread/in-thread.ts';

type FactsContext = Pick<ActorContext<'clock'>, 'user' | 'services'>;

interface FactsRequest {
  readonly portfolio: Facts['portfolio'];
  readonly needs: FileNeeds;
  readonly mapped: Facts['mapped'];
  readonly found: readonly FoundSecurity[];
}

/** Reads what decides the verdicts of a file's rows, one statement for each kind of data. */
export async function loadFacts(
  em: EntityManager,
  ctx: FactsContext,
  { portfolio, needs, mapped, found }: FactsRequest,
): Promise<Facts> {
  const symbols = [...needs.symbols, ...found.flatMap(({ stock }) => stock ?? [])];
  const stocks = await readStocks(em, ctx, portfolio.id, symbols, needs.isins);
  const codes = [...needs.currencies, ...stocks.flatMap(({ currency }) => currency ?? [])];
  const pairs = await stockRepository.listBySymbolsOrIsins(
    em,
    ctx.user.id,
    pairsOf(portfolio.currency, codes),
    [],
  );
  const { id, currency } = portfolio;
  return {
    ...(await loadBookFacts(em, ctx, id, stocks)),
    portfolio: { id, currency },
    lastDay: lastDay(ctx.services.clock()),
    stocks,
    mapped,
    found,
    pairs: pairs.flatMap(({ symbol, firstDate }) => (firstDate === null ? [] : [{ symbol, firstDate }])),
  };
}

/** Reads the transactions of a portfolio with the splits of these stocks. */
export async function loadBookFacts(
  em: EntityManager,
  { user, services: { clock } }: FactsContext,
  portfolioId: string,
  stocks: readonly Pick<FactsStock, 'id' | 'symbol'>[],
): Promise<Pick<Facts, 'today' | 'transactions' | 'splits' | 'splitChoices'>> {
  const symbols = new Map(stocks.map(({ id, symbol }) => [id, symbol]));
  const splits = await marketPriceRepository.listSplits(em, [...symbols.keys()]);
  return {
    today: dayInUtc(clock()),
    transactions: await importedTransactionRepository.readCompared(em, user.id, portfolioId),
    splits: splits.map(({ stockId, ...split }) => ({ ...split, symbol: symbols.get(stockId) ?? '' })),
    splitChoices: await stockChoiceRepository.listSplitChoices(em, user.id, [portfolioId]),
  };
}

/** The stocks with the currencies that the user has named where their source names none. */
async function readStocks(
  em: EntityManager,
  { user }: FactsContext,
  portfolioId: string,
  symbols: readonly string[],
  isins: readonly string[],
): Promise<FactsStock[]> {
  const stocks = await stockRepository.listBySymbolsOrIsins(em, user.id, [...new Set(symbols)], isins);
  if (stocks.every(({ currency }) => currency !== null)) return stocks;
  const named = await stockChoiceRepository.listQuoteCurrencies(em, user.id, [portfolioId]);
  const currencies = new Map(named.map(({ symbol, currency }) => [symbol, currency]));
  return stocks.map((stock) => ({
    ...stock,
    currency: stock.currency ?? currencies.get(stock.symbol) ?? null,
  }));
}
