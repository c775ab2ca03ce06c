import type { Stock } from '@stockbook/api/schemas';
import { changePercent, formatPercent } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';

/** A change in percent: green from zero, red below. */
export function ChangePercent({ percent }: { percent: number | null }) {
  const text = formatPercent(percent);
  const color = percent === null ? 'text-muted' : text.startsWith('−') ? 'text-down' : 'text-up';
  return <span className={`numeric ${color}`}>{text}</span>;
}

/** The last close and its change from the previous close. */
export function LastPrice({ stock, size }: { stock: Stock; size: 'row' | 'header' }) {
  return (
    <p className={size === 'row' ? 'text-right text-sm' : 'text-base'}>
      <span className="sr-only">Last close </span>
      <span className={`numeric font-semibold ${size === 'row' ? 'block text-base' : 'mr-2.5 text-2xl'}`}>
        {priceFormat(stock).format(stock.last_close)}
      </span>{' '}
      <span className="sr-only">change </span>
      <ChangePercent percent={changePercent(stock.last_close, stock.previous_close)} />
    </p>
  );
}
