import type { Quote, Stock } from '@stockbook/api/schemas';
import { type ReactNode, useState } from 'react';
import { serverNow } from '#lib/api/server-clock.ts';
import { cn } from '#lib/cn.ts';
import { simulatedWarning } from '#lib/data-source.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import {
  exchangeTime,
  extendedText,
  headerText,
  quoteTime,
  sessionText,
  spokenPrice,
} from '#lib/quotes/quote-texts.ts';
import { useQuote } from '#lib/quotes/use-quotes.ts';
import { ChangePercent } from '../watch-list/price-change.tsx';
import { isFinal } from './final-session.ts';

/** The quote whose price a page shows in place of the last close; null if it shows the close. */
function useShownQuote(stock: Stock): Quote | null {
  const quote = useQuote(stock.symbol);
  return quote && !isFinal(quote, stock) ? quote : null;
}

/** The class of the animation after a change of the price; none for the first price. */
function usePulse(price: number): string {
  const [shown, setShown] = useState({ price, pulse: '' });
  if (shown.price === price) return shown.pulse;
  const pulse = price > shown.price ? 'pulse-up' : 'pulse-down';
  setShown({ price, pulse });
  return pulse;
}

/** A price whose ground fades after a change: another element for each price starts the animation again. */
function PulsingPrice({ quote, stock }: { quote: Quote; stock: Stock }) {
  const pulse = usePulse(quote.price);
  return (
    <span key={quote.price} className={cn('-mx-0.5 rounded-sm px-0.5', pulse)}>
      {priceFormat(stock).format(quote.price)}
    </span>
  );
}

interface PriceProps {
  stock: Stock;
  size: 'row' | 'header';
  children?: ReactNode;
}

/** The price of the session and its change in place of the last close. */
export function Price({ stock, size, children }: PriceProps) {
  const quote = useShownQuote(stock);
  if (!quote) return children;
  return (
    <p className={cn(size === 'row' ? 'text-right text-sm' : 'text-base', quote.is_stale && 'text-muted')}>
      <span className="sr-only">{spokenPrice(quote, priceFormat(stock), serverNow())}</span>
      <span
        aria-hidden="true"
        className={cn(
          'numeric font-semibold',
          size === 'row' ? 'block text-base leading-5' : 'mr-2.5 text-2xl leading-7 sm:leading-8',
        )}
      >
        <PulsingPrice quote={quote} stock={stock} />
      </span>
      <span aria-hidden="true">
        <ChangePercent percent={quote.change_percent} />
      </span>
    </p>
  );
}

/** The line below the price of a list: the price before or after hours, the time, or what the market does. */
export function Status({ stock }: { stock: Stock; children?: ReactNode }) {
  const quote = useQuote(stock.symbol);
  if (!quote) return null;
  const now = serverNow();
  const extended = extendedText(quote, priceFormat(stock));
  if (extended !== null) {
    return <span title={quoteTime(quote.extended?.time ?? quote.time, now)}>{extended}</span>;
  }
  if (isFinal(quote, stock)) return null;
  const isSpoken = quote.market_state === 'open' && !quote.is_stale && quote.no_trade_since === null;
  return (
    <span aria-hidden={isSpoken} title={exchangeTime(quote.time, quote.time_zone) ?? undefined}>
      {sessionText(quote, now)}
    </span>
  );
}

/** The lines below the price of a stock’s page, which share a line on a phone. */
export function Lines({ stock }: { stock: Stock; children?: ReactNode }) {
  const quote = useQuote(stock.symbol);
  if (!quote) return null;
  const now = serverNow();
  const extended = extendedText(quote, priceFormat(stock));
  return (
    <>
      {!isFinal(quote, stock) && (
        <p className="min-w-0 truncate" title={exchangeTime(quote.time, quote.time_zone) ?? undefined}>
          {headerText(quote, now)}
        </p>
      )}
      {extended !== null && quote.extended && (
        <p title={exchangeTime(quote.extended.time, quote.time_zone) ?? undefined}>
          {extended} · {quoteTime(quote.extended.time, now)}
        </p>
      )}
    </>
  );
}

interface CellProps {
  stock: Stock;
  column: 'last' | 'change' | 'percent' | 'time';
  children?: ReactNode;
}

/** A column of a row: the price, its change or its time. The time of each figure is in its title. */
export function Cell({ stock, column, children }: CellProps) {
  const quote = useShownQuote(stock);
  if (!quote) return children;
  const now = serverNow();
  const time = sessionText(quote, now);
  if (column === 'time') {
    return <span title={exchangeTime(quote.time, quote.time_zone) ?? undefined}>{time}</span>;
  }
  const badge = quote.source === 'simulated' ? ` · ${simulatedWarning.short}` : '';
  return (
    <span title={`${time}${badge}`} className={cn(quote.is_stale && 'text-muted')}>
      {column === 'last' && (
        <span className="font-medium">
          <PulsingPrice quote={quote} stock={stock} />
          <span className="sr-only">, at {quoteTime(quote.time, now)}</span>
        </span>
      )}
      {column === 'change' && <Change quote={quote} stock={stock} />}
      {column === 'percent' && <ChangePercent percent={quote.change_percent} />}
    </span>
  );
}

function Change({ quote: { change }, stock }: { quote: Quote; stock: Stock }) {
  if (change === null) return <span className="text-muted">N/A</span>;
  const text = priceFormat(stock).formatPlain(change);
  return <span className={change < 0 ? 'text-down' : 'text-up'}>{`${change > 0 ? '+' : ''}${text}`}</span>;
}
