import type { Quote } from '@stockbook/api/schemas';
import { formatLocalDate, formatTime } from '../format/dates.ts';
import { formatPercent } from '../format/numbers.ts';
import type { PriceFormat } from '../format/price-format.ts';
import type { QuoteStatus } from './quote-store.ts';

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

function isSameDay(timestamp: string, now: number): boolean {
  return formatLocalDate(timestamp) === formatLocalDate(new Date(now).toISOString());
}

/** A time in the user's time zone, as `15:42`; of another day `Nov 19, 15:42`. `now` in milliseconds since 1970. */
export function quoteTime(timestamp: string, now: number): string {
  const time = formatTime(timestamp);
  return isSameDay(timestamp, now) ? time : `${shortDay.format(new Date(timestamp))}, ${time}`;
}

/** The time at the exchange, as `15:42 New York time`; null if its time zone is unknown. */
export function exchangeTime(timestamp: string, timeZone: string | null): string | null {
  if (timeZone === null) return null;
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return `${format.format(new Date(timestamp))} ${timeZone === 'UTC' ? 'UTC' : `${place} time`}`;
}

function minutes(count: number): string {
  return `${count} ${count === 1 ? 'minute' : 'minutes'}`;
}

/** The price before or after hours with its change, which counts from the price of the session; null without one. */
export function extendedText(quote: Quote, { formatPlain }: PriceFormat): string | null {
  const { extended, market_state } = quote;
  // During the session, the trades before it are over.
  if (!extended || market_state === 'open') return null;
  const name = extended.kind === 'pre' ? 'Pre-market' : 'After hours';
  return `${name} ${formatPlain(extended.price)} ${formatPercent(extended.change_percent)}`;
}

/** `15:42`, `Closed`, `No trade since 10:31` or `As of 15:31`, without the delay. */
function stateText(quote: Quote, now: number): string {
  const { market_state, is_stale, no_trade_since, time } = quote;
  if (market_state !== 'open') return 'Closed';
  if (is_stale) return `As of ${quoteTime(time, now)}`;
  if (no_trade_since === null) return quoteTime(time, now);
  const isToday = isSameDay(no_trade_since, now);
  return `No trade since ${isToday ? formatTime(no_trade_since) : shortDay.format(new Date(no_trade_since))}`;
}

/** The time of a price of the session in one line, such as `15:42 · 15 min late`. */
export function sessionText(quote: Quote, now: number): string {
  const { market_state, is_stale, no_trade_since, delay_minutes: delay } = quote;
  const text = stateText(quote, now);
  const isPlain = market_state === 'open' && !is_stale && no_trade_since === null;
  return isPlain && delay ? `${text} · ${delay} min late` : text;
}

/** The price in words: `Price 187.62, change +0.39%, at 15:42, delayed by 15 minutes`. */
export function spokenPrice(quote: Quote, { formatPlain }: PriceFormat, now: number): string {
  const parts = [
    `Price ${formatPlain(quote.price)}`,
    `change ${formatPercent(quote.change_percent)}`,
    `at ${quoteTime(quote.time, now)}`,
  ];
  if (quote.delay_minutes) parts.push(`delayed by ${minutes(quote.delay_minutes)}`);
  return parts.join(', ');
}

/** The line below the price of a stock's page; its time has a text of its own. */
export function headerText(quote: Quote, now: number): string {
  const { market_state, delay_minutes: delay, source_name } = quote;
  if (market_state !== 'open') return `Closed at ${quoteTime(quote.time, now)} · the final close follows`;
  const late = delay === null ? 'Prices may be delayed' : delay > 0 ? `Delayed by ${minutes(delay)}` : null;
  return [stateText(quote, now), late, source_name].filter((part) => part !== null).join(' · ');
}

/** The sentence of the line above the list; null if there is nothing to say. */
export function listSentence(
  quotes: readonly Quote[],
  { problem, nextTryAt, hasFailed }: Pick<QuoteStatus, 'problem' | 'nextTryAt' | 'hasFailed'>,
  now: number,
): string | null {
  if (hasFailed) return 'Failed to load prices';
  if (problem !== null) {
    if (nextTryAt === null) return `${problem}.`;
    const newest = quotes
      .map(({ fetched_at }) => fetched_at)
      .sort()
      .at(-1);
    const since = newest === undefined ? '' : `No new prices since ${quoteTime(newest, now)}: `;
    return `${since}${problem}. Next try at ${quoteTime(nextTryAt, now)}.`;
  }
  const delays = quotes
    .filter(({ market_state }) => market_state === 'open')
    .map(({ delay_minutes }) => delay_minutes);
  const longest = Math.max(0, ...delays.map((delay) => delay ?? 0));
  if (longest > 0) return `Some prices are delayed by up to ${minutes(longest)}.`;
  return delays.includes(null) ? 'Prices may be delayed.' : null;
}
