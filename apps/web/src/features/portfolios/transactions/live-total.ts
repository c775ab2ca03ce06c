import { typedNumber } from '#lib/format/decimals.ts';
import { currencyDecimals, formatNumber } from '#lib/format/numbers.ts';
import { type PriceEntry, priceOf } from './transaction-request.ts';
import { hasField, type TransactionValues } from './transaction-shapes.ts';

/** The answer of the server about the day of the form. */
interface DayRate {
  readonly currency: string;
  readonly fx_rate: number | null;
  readonly fx_currency: string;
}

const shares = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });
const price = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 10 });

export function formatRate(rate: number): string {
  return rate < 0.1 ? rate.toPrecision(4) : formatNumber(rate, 4);
}

const addsCosts: ReadonlySet<string> = new Set(['BUY', 'WITHDRAWAL', 'EXCHANGE']);

interface Sum {
  readonly text: string;
  readonly money: number;
}

/** The money before costs: `10 × 120.00`; null until it is entered. */
function grossOf(values: TransactionValues, entry: PriceEntry): Sum | null {
  if (!hasField(values.type, 'amount')) {
    const quantity = typedNumber(values.quantity);
    const each = typedNumber(priceOf(values, entry) ?? '');
    if (quantity === null || each === null || !hasField(values.type, 'price')) return null;
    const { isNominal } = entry;
    const text = `${shares.format(quantity)} × ${price.format(each)}${isNominal ? '%' : ''}`;
    return { text, money: (quantity * each) / (isNominal ? 100 : 1) };
  }
  const amount = typedNumber(values.amount);
  return amount === null ? null : { text: price.format(amount), money: amount };
}

/**
 * The sum of a form while it is typed: `10 × 120.00 + 4.95 = 1,204.95 USD (1,107.34 EUR at 0.9190)`; null until there
 * is one. Feedback only: the stored value is the server's.
 */
export function liveTotal(
  values: TransactionValues,
  entry: PriceEntry,
  day: DayRate | undefined,
  accrued = '',
): string | null {
  const gross = grossOf(values, entry);
  if (!gross) return null;
  const sign = addsCosts.has(values.type) ? 1 : -1;
  const costs = (['fees', 'taxes'] as const).flatMap((field) =>
    hasField(values.type, field) ? (typedNumber(values[field]) ?? []) : [],
  );
  const interest = typedNumber(accrued);
  if (interest !== null) costs.push(interest);
  const net = costs.reduce((money, cost) => money + sign * cost, gross.money);
  const currency = values.currency.trim() || day?.currency || '';
  const terms = [gross.text, ...costs.filter((cost) => cost !== 0).map((cost) => price.format(cost))];
  const sum = `${formatNumber(net, currencyDecimals(currency || null))} ${currency}`.trim();
  const left = terms.join(sign > 0 ? ' + ' : ' − ');
  const total = terms.length === 1 && hasField(values.type, 'amount') ? sum : `${left} = ${sum}`;
  return `${total}${convertedPart(values, net, currency, day)}`;
}

function convertedPart(
  values: TransactionValues,
  net: number,
  currency: string,
  day: DayRate | undefined,
): string {
  if (values.type === 'EXCHANGE') {
    const arrived = typedNumber(values.to_amount);
    return arrived === null ? '' : ` for ${price.format(arrived)} ${values.to_currency.trim()}`.trimEnd();
  }
  if (!day || currency === '' || currency === day.fx_currency) return '';
  const rate = typedNumber(values.fx_rate) ?? (currency === day.currency ? day.fx_rate : null);
  if (rate === null) return '';
  const converted = formatNumber(net * rate, currencyDecimals(day.fx_currency));
  return ` (${converted} ${day.fx_currency} at ${formatRate(rate)})`;
}
