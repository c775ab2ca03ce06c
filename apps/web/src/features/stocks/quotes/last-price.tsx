import type { Stock, WatchListItem } from '@stockbook/api/schemas';
import { changePercent } from '#lib/format/numbers.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { areQuotesOff } from '#lib/quotes/quotes-off.ts';
import { ChangePercent } from '../watch-list/price-change.tsx';
import { quoted } from './quoted.ts';

const QuotedPrice = quoted(({ Price }) => Price);
const QuotedStatus = quoted(({ Status }) => Status);
const QuotedLines = quoted(({ Lines }) => Lines);
const QuotedLine = quoted(({ Line }) => Line);

/** A column of a table or of the list beside the chart: the part of the quote, or else its children. */
export const QuotedCell = quoted(({ Cell }) => Cell);

/** Whether a stock may have a price during the session, for whose time pages keep room from the first paint on. */
function mayHaveQuote({ data_source }: Stock): boolean {
  return data_source !== 'csv' && data_source !== 'own' && !areQuotesOff;
}

/** The price during the session, or else the last close, with its change from the previous close. */
export function LastPrice({ stock, size }: { stock: Stock; size: 'row' | 'header' }) {
  return (
    <QuotedPrice stock={stock} size={size}>
      <p className={size === 'row' ? 'text-right text-sm' : 'text-base'}>
        <span className="sr-only">Last close </span>
        <span
          className={`numeric font-semibold ${size === 'row' ? 'block text-base leading-5' : 'mr-2.5 text-2xl leading-7 sm:leading-8'}`}
        >
          {priceFormat(stock).format(stock.last_close)}
        </span>{' '}
        <span className="sr-only">change </span>
        <ChangePercent percent={changePercent(stock.last_close, stock.previous_close)} />
      </p>
    </QuotedPrice>
  );
}

/** The line below the price in a list: the time of the quote, or what the market does. */
export function PriceStatus({ stock, className = '' }: { stock: Stock; className?: string }) {
  if (!mayHaveQuote(stock)) return null;
  return (
    <div className={`numeric h-4 text-right text-xs whitespace-nowrap text-muted ${className}`}>
      <QuotedStatus stock={stock} />
    </div>
  );
}

/** The price of a page’s header with its time, delay and source, and the price before and after hours. */
export function HeaderPrice({ stock }: { stock: Stock }) {
  return (
    <div className="sm:text-right low:md:shrink-0">
      <LastPrice stock={stock} size="header" />
      {mayHaveQuote(stock) && (
        <div className="numeric flex h-4 gap-x-2 text-xs whitespace-nowrap text-muted sm:block sm:h-8 low:flex low:h-4">
          <QuotedLines stock={stock} />
        </div>
      )}
    </div>
  );
}

interface QuoteLineProps {
  items: readonly WatchListItem[];
  /** In the order of the list. */
  symbols: readonly string[];
}

/** The line above the list, for what concerns its prices: it has its room also while there is nothing to say. */
export function QuoteLine({ items, symbols }: QuoteLineProps) {
  if (!items.some(({ stock }) => mayHaveQuote(stock))) return null;
  return (
    <div className="numeric -mt-1 mb-1 h-4 truncate text-xs text-muted sm:-mt-2.5 sm:mb-0.5 print:hidden">
      <QuotedLine symbols={symbols} />
    </div>
  );
}
