import { mainCurrency } from '@stockbook/common/currencies';
import { type DayPrice, type EntityManager, marketPriceRepository, type TransactionRow } from '@stockbook/db';
import type { Split } from '@stockbook/portfolio';
import { Decimal } from 'decimal.js';
import { unitsOf } from '../fields.ts';
import type { TransactionWarning } from './schemas.ts';
import { readSplits, type Splits } from './splits.ts';

const unusualShare = 0.2;

const keyOf = (row: TransactionRow) =>
  [
    row.date,
    row.type,
    row.stockId,
    row.quantity,
    row.price,
    row.amount,
    row.currency,
    row.fees,
    row.taxes,
  ].join('\n');

/** A warning for each transaction that equals one of `others`. */
export function findEqual(
  rows: readonly TransactionRow[],
  others: readonly TransactionRow[],
): TransactionWarning[] {
  const keys = new Set(others.map(keyOf));
  return rows
    .filter((row) => keys.has(keyOf(row)))
    .map(({ id }) => ({
      kind: 'equal_exists' as const,
      message: 'An equal transaction is there already',
      transaction_id: id,
    }));
}

/** A warning for each price outside of what the stock traded at on the day, by the stored bar of that day. */
export async function findUnusualPrices(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  rows: readonly TransactionRow[],
  today: string,
): Promise<TransactionWarning[]> {
  const priced = rows.flatMap((row) =>
    row.stockId !== null && row.price !== null ? [{ ...row, stockId: row.stockId, price: row.price }] : [],
  );
  const stockIds = priced.map(({ stockId }) => stockId);
  const splits = await readSplits(em, userId, portfolioId, stockIds, today);
  const bars = new Map(
    (await marketPriceRepository.listPrices(em, priced))
      .filter(({ date, barDate }) => date === barDate)
      .map((bar) => [`${bar.stockId} ${bar.date}`, bar]),
  );
  return priced.flatMap((row) => {
    const bar = bars.get(`${row.stockId} ${row.date}`);
    return bar ? (judgePrice(row, row.price, bar, splits) ?? []) : [];
  });
}

function judgePrice(
  { id, type, symbol, currency, quoteCurrency }: TransactionRow,
  priceText: string,
  bar: DayPrice,
  splits: Splits,
): TransactionWarning | null {
  // A price in another currency is not comparable: rates move during the day.
  if (quoteCurrency === null || mainCurrency(currency) !== mainCurrency(quoteCurrency)) return null;
  const factor = splits.factor(bar.stockId, bar.date);
  const price = new Decimal(priceText).mul(unitsOf(currency)).div(unitsOf(quoteCurrency));
  const low = factor.mul(bar.low);
  const high = factor.mul(bar.high);
  const isTraded = (each: Decimal) => each.gte(low) && each.lte(high);
  if (isTraded(price)) return null;
  const began = `You ${type === 'SELL' ? 'sold at' : 'paid'} ${formatPrice(priceText)}, but ${symbol} traded`;
  const range = { low: formatPrice(low), high: formatPrice(high) };
  const matching = [price.mul(factor), price.div(factor)].findIndex(isTraded);
  if (!factor.eq(1) && matching !== -1) {
    const near = formatNear(factor.mul(bar.close));
    return {
      kind: 'maybe_adjusted',
      message: `${began} near ${near} that day, before its ${splitNames(splits.after(bar.stockId, bar.date))}. Are these today's shares?`,
      transaction_id: id,
      factor: (matching === 0 ? factor : new Decimal(1).div(factor)).toNumber(),
    };
  }
  if (price.lte(high.mul(1 + unusualShare)) && price.gte(low.mul(1 - unusualShare))) return null;
  return {
    kind: 'unusual_price',
    message: `${began} between ${range.low} and ${range.high} that day`,
    transaction_id: id,
  };
}

/** `10:1 split`, or `2:1 and 10:1 splits`. */
function splitNames(splits: readonly Split[]): string {
  const names = splits.map(({ numerator, denominator }) => `${numerator}:${denominator}`);
  return names.length === 1 ? `${names[0]} split` : `${names.join(' and ')} splits`;
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function formatPrice(price: Decimal.Value): string {
  const number = Number(price);
  const options = number !== 0 && number < 0.01 ? { maximumSignificantDigits: 3 } : twoDecimals;
  return number.toLocaleString('en-US', options);
}

/** A price that is only nearly so: without decimals from 100 on. */
function formatNear(price: Decimal): string {
  return price.gte(100)
    ? price.toNumber().toLocaleString('en-US', { maximumFractionDigits: 0 })
    : formatPrice(price);
}
