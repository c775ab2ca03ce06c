import { dayNumber } from '@stockbook/common/days';
import { Decimal } from 'decimal.js';
import type { NewTransaction } from '../transactions/schemas.ts';
import type { Splits } from '../transactions/splits.ts';

/** The stocks of the example, in three currencies; a source that lacks some gives fewer. */
export const exampleStocks = ['SAP.DE', 'AAPL', 'SHEL.L', 'KO', 'MSFT'] as const;
export const exampleBenchmark = '^GSPC';
export const exampleSymbols = [...exampleStocks, exampleBenchmark];

/** A trade of the n-th stock of the example. */
interface Trade {
  readonly stock: number;
  readonly monthsAgo: number;
  /** The money of a purchase, in the currency of the portfolio; for a sale, the part of the shares that are held. */
  readonly size: { readonly money: number } | { readonly part: number };
}

const trades: readonly Trade[] = [
  { stock: 0, monthsAgo: 36, size: { money: 3_000 } },
  { stock: 1, monthsAgo: 33, size: { money: 2_500 } },
  { stock: 2, monthsAgo: 30, size: { money: 2_000 } },
  { stock: 3, monthsAgo: 27, size: { money: 2_000 } },
  { stock: 4, monthsAgo: 25, size: { money: 1_500 } },
  { stock: 0, monthsAgo: 18, size: { money: 1_500 } },
  { stock: 4, monthsAgo: 10, size: { part: 1 } },
  { stock: 1, monthsAgo: 6, size: { part: 1 / 3 } },
  { stock: 3, monthsAgo: 3, size: { money: 1_000 } },
];

/** Part of a trade's money that the example's broker takes. */
const feeShare = 0.001;
/** Part of a dividend that is withheld as tax. */
const taxShare = 0.15;
/** Younger dividends are left to be suggested, as they are after a real payment. */
const suggestedDays = 100;

/** A stock with what the trades of the example need of it. */
export interface ExampleStock {
  readonly id: number;
  readonly symbol: string;
  /** Currency of the quotes. */
  readonly currency: string;
  readonly dividends: readonly { readonly exDate: string; readonly amount: number }[];
}

/** A day and a stock, whose price and rate a trade needs. */
export interface PlannedTrade {
  readonly trade: Trade;
  readonly stock: ExampleStock;
  readonly date: string;
}

/** The last close at or before the day of a trade, in today's shares. */
export interface TradePrice {
  readonly date: string;
  readonly close: number;
  /** Units of the portfolio's currency for one of the quotes. */
  readonly rate: Decimal;
}

/** First day of the example's trades. */
export const exampleStart = (today: string): string => monthsBefore(today, trades[0]?.monthsAgo ?? 0);

/** The trades of the stocks of an example, in the order of their days. */
export function planTrades(stocks: readonly ExampleStock[], today: string): PlannedTrade[] {
  return trades.flatMap((trade) => {
    const stock = stocks[trade.stock];
    return stock ? [{ trade, stock, date: monthsBefore(today, trade.monthsAgo) }] : [];
  });
}

function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months + 1, 0);
  const last = date.toISOString().slice(0, 10);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/**
 * The transactions of an example: whole shares at the closes of their days, and the dividends that those paid.
 * @param priceOf null for a trade on a day without a price or a rate, which is left out
 */
export function makeTransactions(
  planned: readonly PlannedTrade[],
  priceOf: (trade: PlannedTrade) => TradePrice | null,
  splits: Splits,
  today: string,
): NewTransaction[] {
  const lots: { stock: ExampleStock; date: string; quantityNow: Decimal }[] = [];
  const held = (stock: ExampleStock, before: string) =>
    lots
      .filter((lot) => lot.stock === stock && lot.date < before)
      .reduce((sum, { quantityNow }) => sum.add(quantityNow), new Decimal(0));
  const traded = planned.flatMap((each): NewTransaction[] => {
    const price = priceOf(each);
    if (!price) return [];
    const { stock, trade } = each;
    const factor = splits.factor(stock.id, price.date);
    const paid = factor.mul(price.close).toSignificantDigits(6).toDecimalPlaces(10);
    const isSale = 'part' in trade.size;
    const quantity =
      'part' in trade.size
        ? held(stock, '9999').div(factor).mul(trade.size.part).floor()
        : Decimal.max(1, new Decimal(trade.size.money).div(paid.mul(price.rate)).round());
    if (quantity.lte(0) || paid.lte(0)) return [];
    lots.push({ stock, date: price.date, quantityNow: quantity.mul(factor).mul(isSale ? -1 : 1) });
    return [
      {
        type: isSale ? 'SELL' : 'BUY',
        date: price.date,
        symbol: stock.symbol,
        quantity: quantity.toFixed(),
        price: paid.toFixed(),
        currency: stock.currency,
        fees: quantity.mul(paid).mul(feeShare).toDecimalPlaces(2).toFixed(),
      },
    ];
  });
  const stocks = [...new Set(lots.map(({ stock }) => stock))];
  const received = stocks.flatMap((stock) =>
    stock.dividends.flatMap(({ exDate, amount }): NewTransaction[] => {
      const gross = held(stock, exDate).mul(amount).toDecimalPlaces(2);
      if (gross.lte(0) || dayNumber(exDate) > dayNumber(today) - suggestedDays) return [];
      return [
        {
          type: 'DIVIDEND',
          date: exDate,
          symbol: stock.symbol,
          amount: gross.toFixed(),
          currency: stock.currency,
          taxes: gross.mul(taxShare).toDecimalPlaces(2).toFixed(),
          ex_date: exDate,
        },
      ];
    }),
  );
  return [...traded, ...received].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
