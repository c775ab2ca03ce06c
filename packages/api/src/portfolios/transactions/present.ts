import type { TransactionType } from '@stockbook/common/transaction-types';
import {
  type EntityManager,
  marketPriceRepository,
  type TransactionRow,
  transactionRepository,
} from '@stockbook/db';
import { Decimal } from 'decimal.js';
import { workInTurns } from '../../streaming/event-loop.ts';
import { moneyPerPrice } from '../book/quotation.ts';
import { type RateRequest, type Rates, readRates } from '../rates.ts';
import type { Transaction } from './schemas.ts';
import { readSplits, type Splits } from './splits.ts';

/** The portfolio that transactions belong to. */
interface PresentedPortfolio {
  readonly id: string;
  readonly currency: string;
  readonly cashTracking: boolean;
}

/** Types that count only once the portfolio tracks cash. */
const cashTypes: ReadonlySet<TransactionType> = new Set(['DEPOSIT', 'WITHDRAWAL', 'INTEREST', 'EXCHANGE']);

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal));

const isTransferOfShares = ({ type }: TransactionRow) => type === 'TRANSFER_IN' || type === 'TRANSFER_OUT';

/** Maps transactions of one portfolio to their API shape, with what depends on prices, splits and rates. */
export async function presentTransactions(
  em: EntityManager,
  userId: string,
  portfolio: PresentedPortfolio,
  rows: readonly TransactionRow[],
  today: string,
): Promise<Transaction[]> {
  const stockIds = rows.flatMap(({ stockId }) => stockId ?? []);
  const splits = await readSplits(em, userId, portfolio.id, stockIds, today);
  const prices = await readMarketPrices(em, userId, portfolio.id, rows.filter(isTransferOfShares), splits);
  const rates = await readRates(em, userId, portfolio, ratesOf(rows, prices));
  const pause = workInTurns();
  const presented: Transaction[] = [];
  for (const row of rows) {
    await pause();
    const factor = row.stockId === null ? null : splits.factor(row.stockId, row.date);
    const marketPrice = prices.get(row.id) ?? null;
    const value = isTransferOfShares(row)
      ? valueAtMarket(row, factor, marketPrice, rates)
      : valueOfMoney(row, portfolio.currency, rates);
    presented.push({
      ...presentStored(row),
      quantity_now: row.quantity && factor ? factor.mul(row.quantity).toNumber() : null,
      price_now: row.price && factor ? new Decimal(row.price).div(factor).toNumber() : null,
      value: value?.abs().toNumber() ?? null,
      is_counted: portfolio.cashTracking || !cashTypes.has(row.type),
      note: row.note,
      external_id: row.externalId,
      import_id: row.importId,
      transfer_id: row.transferId,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    });
  }
  return presented;
}

function presentStored(row: TransactionRow) {
  return {
    id: row.id,
    type: row.type,
    date: row.date,
    ordinal: row.ordinal,
    symbol: row.symbol,
    name: row.name,
    quantity: numberOf(row.quantity),
    price: numberOf(row.price),
    amount: numberOf(row.amount),
    currency: row.currency,
    fees: Number(row.fees),
    taxes: Number(row.taxes),
    fx_rate: numberOf(row.fxRate),
    fx_currency: row.fxCurrency,
    ex_date: row.exDate,
    to_amount: numberOf(row.toAmount),
    to_currency: row.toCurrency,
  };
}

/** The price of today's share of a stock, in the currency of the quotes or of the trade that it is from. */
export interface MarketPrice {
  readonly price: Decimal;
  /** Null if nothing names the currency of the quotes. */
  readonly currency: string | null;
}

/**
 * The prices of stocks on the days of transactions, by the transaction's id: the last close, before the first bar the
 * price of the latest trade.
 */
export async function readMarketPrices(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  rows: readonly Pick<TransactionRow, 'id' | 'stockId' | 'date' | 'quoteCurrency'>[],
  splits: Splits,
): Promise<ReadonlyMap<string, MarketPrice>> {
  const requests = rows.flatMap(({ stockId, date }) => (stockId === null ? [] : [{ stockId, date }]));
  const closes = new Map(
    (await marketPriceRepository.listPrices(em, requests)).map((price) => [
      `${price.stockId} ${price.date}`,
      price.close,
    ]),
  );
  const isUnpriced = ({ stockId, date }: { stockId: number; date: string }) =>
    !closes.has(`${stockId} ${date}`);
  const unpriced = [...new Set(requests.filter(isUnpriced).map(({ stockId }) => stockId))];
  const trades =
    unpriced.length === 0 ? [] : await transactionRepository.listOfStocks(em, userId, portfolioId, unpriced);
  const priced = rows.flatMap((row): [string, MarketPrice][] => {
    if (row.stockId === null) return [];
    const close = closes.get(`${row.stockId} ${row.date}`);
    if (close !== undefined) {
      return [[row.id, { price: new Decimal(close), currency: row.quoteCurrency }]];
    }
    const trade = lastTrade(trades, row.stockId, row.date);
    if (!trade?.price) return [];
    return [
      [
        row.id,
        {
          price: new Decimal(trade.price).div(splits.factor(row.stockId, trade.date)),
          currency: trade.currency,
        },
      ],
    ];
  });
  return new Map(priced);
}

const pricedTypes: ReadonlySet<TransactionType> = new Set(['BUY', 'SELL', 'TRANSFER_IN']);

function lastTrade(
  trades: readonly TransactionRow[],
  stockId: number,
  date: string,
): TransactionRow | undefined {
  return trades.findLast(
    (trade) =>
      trade.stockId === stockId && trade.date <= date && trade.price !== null && pricedTypes.has(trade.type),
  );
}

function ratesOf(rows: readonly TransactionRow[], prices: ReadonlyMap<string, MarketPrice>): RateRequest[] {
  return rows.flatMap((row) => {
    const currency = isTransferOfShares(row)
      ? prices.get(row.id)?.currency
      : (row.fxCurrency ?? row.currency);
    return currency == null ? [] : [{ currency, date: row.date }];
  });
}

function valueAtMarket(
  { quantity, date, quotedIn }: TransactionRow,
  factor: Decimal | null,
  marketPrice: MarketPrice | null,
  rates: Rates,
): Decimal | null {
  if (quantity === null || factor === null || !marketPrice?.currency) return null;
  const rate = rates.rate({ currency: marketPrice.currency, date });
  return rate && factor.mul(quantity).mul(marketPrice.price).mul(moneyPerPrice(quotedIn)).mul(rate);
}

function valueOfMoney(row: TransactionRow, currency: string, rates: Rates): Decimal | null {
  const money = moneyOf(row);
  if (row.fxRate === null || row.fxCurrency === null) {
    const rate = rates.rate(row);
    return rate && money.mul(rate);
  }
  const own = money.mul(row.fxRate);
  // The currency of the portfolio may have changed since the rate was entered.
  if (row.fxCurrency === currency) return own;
  const rate = rates.rate({ currency: row.fxCurrency, date: row.date });
  return rate && own.mul(rate);
}

/** The money that a transaction moves, with its costs, in its currency. */
function moneyOf({ type, quantity, price, amount, fees, taxes, quotedIn }: TransactionRow): Decimal {
  const traded = new Decimal(quantity ?? 0).mul(price ?? 0).mul(moneyPerPrice(quotedIn));
  const gross = new Decimal(amount ?? traded);
  switch (type) {
    case 'BUY':
      return gross.add(fees).add(taxes);
    case 'WITHDRAWAL':
    case 'EXCHANGE':
      return gross.add(fees);
    default:
      return gross.sub(fees).sub(taxes);
  }
}
