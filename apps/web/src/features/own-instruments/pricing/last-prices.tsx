import { formatDate } from '#lib/format/dates.ts';
import { formatAmount, percentUnit } from '#lib/format/numbers.ts';

interface LastPricesProps {
  label: string;
  /** Oldest first. */
  bars: readonly { readonly date: string; readonly close: number }[];
  currency: string;
  isPercent: boolean;
}

/** A price as it is quoted: money, or per cent of the nominal value. */
export function formatOwnPrice(value: number, currency: string, isPercent: boolean): string {
  return formatAmount(value, isPercent ? percentUnit : currency || null);
}

/** Prices with their days, the newest first. */
export function LastPrices({ label, bars, currency, isPercent }: LastPricesProps) {
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
            <td className="py-1.5 text-right font-medium">{formatOwnPrice(close, currency, isPercent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
