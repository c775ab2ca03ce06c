import { formatDate } from '#lib/format/dates.ts';
import { currencyDecimals, formatAmount, formatPrice, percentUnit } from '#lib/format/numbers.ts';

interface LastPricesProps {
  label: string;
  /** Oldest first. */
  bars: readonly { readonly date: string; readonly close: number }[];
  currency: string;
  isPercent: boolean;
  /** Whether the prices are computed, and have as many decimals as a number can have. */
  isComputed: boolean;
}

/** A price as it is quoted: money, or per cent of the nominal value. Entered ones have the decimals that were typed. */
export function formatOwnPrice(
  value: number,
  { currency, isPercent, isComputed }: Pick<LastPricesProps, 'currency' | 'isPercent' | 'isComputed'>,
): string {
  const unit = isPercent ? percentUnit : currency || null;
  return isComputed && value >= 1
    ? formatPrice(value, unit, currencyDecimals(unit))
    : formatAmount(value, unit);
}

/** Prices with their days, the newest first. */
export function LastPrices({ label, bars, ...quoted }: LastPricesProps) {
  return (
    <table className="numeric w-full text-sm">
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only">
        <tr>
          <th>Date</th>
          <th>Price</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {bars.toReversed().map(({ date, close }) => (
          <tr key={date}>
            <th scope="row" className="py-1.5 text-left font-normal text-muted">
              {formatDate(date)}
            </th>
            <td className="py-1.5 text-right font-medium">{formatOwnPrice(close, quoted)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
