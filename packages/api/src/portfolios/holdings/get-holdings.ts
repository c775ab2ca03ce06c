import { formatDay } from '@stockbook/common/days';
import { dayMs } from '@stockbook/common/durations';
import type { CostMethod, Holding, Holdings } from '@stockbook/portfolio';
import { computeInThread } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import { CachedResponse, type UserContext } from '../../context.ts';
import { csvTable } from '../../csv.ts';
import { readQuotes } from '../../quotes/list-quotes.ts';
import type { Quote } from '../../quotes/schemas.ts';
import {
  answerFiguresOf,
  assertNotAfterToday,
  type BookRows,
  readBookRows,
  todayOf,
} from '../book/find-book.ts';
import { type LoadedBook, loadBook } from '../book/load-book.ts';
import { isPriceOverdue } from '../book/own-prices.ts';
import { quoted } from '../book/quotation.ts';
import { describeFailedUpdate, presentSkipped, presentWarnings } from '../book/warnings.ts';
import { type HoldingList, holding, type holdingsInput } from './schemas.ts';
import { valueAtQuotes } from './value-at-quotes.ts';

type HoldingsInput = z.output<typeof holdingsInput>;

/**
 * Lists what a portfolio of the caller holds at the end of a day.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the day is after today
 */
export async function getHoldings(
  ctx: UserContext,
  input: HoldingsInput,
): Promise<HoldingList | CachedResponse> {
  const { portfolioId, date, closed } = input;
  assertNotAfterToday(todayOf(ctx), 'date', date);
  const request = { portfolioIds: [portfolioId], benchmark: null };
  const rows = await readBookRows(ctx, ctx.em, request);
  const quotes = input.quotes ? await readBookQuotes(ctx, rows) : null;
  return answerFiguresOf(ctx, rows, [input, ...(quotes?.values() ?? [])], async () => {
    const loaded = await loadBook(ctx, request);
    const options = { date: date ?? null, closed, lots: costMethodOf(loaded) };
    const found = await computeInThread(
      { name: 'holdings', book: loaded.book, options },
      ctx.user.id,
      ctx.clientSignal(),
    );
    const list = presentHoldings(found, loaded);
    return quotes === null ? list : valueAtQuotes(list, quotes);
  });
}

/** The quotes of the stocks of a book, by symbol. */
export function readBookQuotes(
  ctx: UserContext,
  { scope, stocks }: BookRows,
): Promise<ReadonlyMap<string, Quote>> {
  const ids = new Set(scope.stockIds);
  return readQuotes(
    ctx,
    stocks.filter(({ id }) => ids.has(id)).map(({ symbol }) => symbol),
  );
}

const csvColumns = Object.keys(
  holding.omit({ lots: true, badges: true, quote: true, weight_percent_at_quotes: true }).shape,
);

const quoteColumns = ['price', 'time', 'delay_minutes', 'value', 'change'] as const;

/** Writes what a portfolio of the caller holds as CSV. @throws AppError as `getHoldings` does */
export async function getHoldingsAsCsv(ctx: UserContext, input: HoldingsInput) {
  const list = await getHoldings(ctx, input);
  if (list instanceof CachedResponse) return list;
  if (!input.quotes) return { csv: csvTable(csvColumns, list.holdings) };
  const names = quoteColumns.map((name) => `quote_${name}`);
  const rows = list.holdings.map(({ quote, ...each }) => ({
    ...each,
    ...Object.fromEntries(quoteColumns.map((name) => [`quote_${name}`, quote?.[name] ?? null])),
  }));
  return { csv: csvTable([...csvColumns, ...names], rows) };
}

/** Maps holdings to their API shape. */
export function presentHoldings(found: Holdings, loaded: LoadedBook): HoldingList {
  const method = costMethodOf(loaded);
  const { date, cash, totals, holdings } = found;
  const priceDates = holdings.flatMap(({ priceDate }) => priceDate ?? []);
  return {
    date,
    as_of: priceDates.reduce<string | null>((last, day) => (last === null || day > last ? day : last), null),
    holdings: holdings.map((each) => presentHolding(each, { date, method, loaded })),
    cash: cash.map(({ currency, amount, value, weightPercent }) => ({
      currency,
      amount,
      value,
      weight_percent: weightPercent,
    })),
    totals: {
      value: totals.value,
      cost: totals.cost[method],
      unrealised: totals.unrealised[method],
      unrealised_percent: totals.unrealisedPercent[method],
      realised: totals.realised[method],
      day_change: totals.dayChange,
      day_change_percent: totals.dayChangePercent,
    },
    warnings: [
      ...presentWarnings(
        found.warnings,
        loaded,
        holdings.map(({ symbol }) => symbol),
      ),
      ...found.spunOff.map(({ symbol, exDate, cost }) => ({
        kind: 'spun_off' as const,
        symbol,
        ex_date: exDate,
        cost: cost[method],
        message: `${cost[method].toFixed(2)} ${loaded.currency} of the cost of ${symbol} left with the spin-off of ${formatDay(exDate)}. Add the new company’s shares with that cost`,
      })),
    ],
    skipped: presentSkipped(found.skipped),
  };
}

/** The method of the portfolio; of several, that of the oldest. */
export function costMethodOf({ portfolios: [oldest] }: LoadedBook): CostMethod {
  return oldest?.costMethod ?? 'fifo';
}

interface HoldingContext {
  /** The day at whose end it is held. */
  readonly date: string;
  readonly method: CostMethod;
  readonly loaded: LoadedBook;
}

/** Maps one holding to its API shape. */
export function presentHolding(
  found: Holding,
  { date, method, loaded }: HoldingContext,
): HoldingList['holdings'][number] {
  const { symbol, priceDate } = found;
  const stock = loaded.stocksBySymbol.get(symbol);
  return {
    symbol,
    name: stock?.name ?? symbol,
    currency: found.currency,
    quantity: found.quantity,
    price: quoted(loaded, symbol, found.price),
    price_currency: found.priceCurrency,
    price_date: priceDate,
    fx_rate: found.fxRate,
    value: found.value,
    cost: found.cost[method],
    cost_per_share: found.costPerShare[method],
    unrealised: found.unrealised[method],
    unrealised_percent: found.unrealisedPercent[method],
    realised: found.realised[method],
    dividends: found.dividends,
    gain: found.gain,
    twr: found.twr,
    day_change: found.dayChange,
    day_change_percent: found.dayChangePercent,
    weight_percent: found.weightPercent,
    first_bought: found.firstBought,
    lots: found.lots.map((lot) => ({ date: lot.date, quantity: lot.quantity, cost: lot.cost })),
    badges: badgesOf(stock, priceDate, date),
  };
}

/** A price is old after this. */
const maxPriceAgeMs = 10 * dayMs;

function badgesOf(
  stock: ReturnType<LoadedBook['stocksBySymbol']['get']>,
  priceDate: string | null,
  date: string,
): string[] {
  const failure = stock === undefined ? null : describeFailedUpdate(stock);
  const isOwnPrice = stock?.dataSource === 'own' && priceDate !== null;
  const linkedTo = stock?.linkedTo ?? null;
  const isOld =
    priceDate !== null &&
    (stock?.dataSource === 'own' && linkedTo === null
      ? isPriceOverdue(stock.remind, priceDate, date)
      : Date.parse(date) - Date.parse(priceDate) > maxPriceAgeMs);
  const oldPrices = linkedTo === null ? 'No prices' : `${linkedTo} has no prices`;
  return [
    ...(stock?.dataSource === 'simulated' ? ['Simulated data'] : []),
    ...(isOwnPrice ? [`Own price of ${formatDay(priceDate)}`] : []),
    ...(isOld ? [`${oldPrices} since ${formatDay(priceDate)}`] : []),
    ...(failure === null ? [] : [failure]),
  ];
}
