import { randomUUID } from 'node:crypto';
import { formatDay } from '@stockbook/common/days';
import {
  type EntityManager,
  type LastCheck,
  type NewSignal,
  priceBarRepository,
  type QuoteRow,
  type SessionLevel,
  type StoredQuote,
  sessionCheckRepository,
  signalRepository,
  signalRuleRepository,
} from '@stockbook/db';
import { sessionOn, tradingHours } from '@stockbook/market-data';
import { dateInTimeZone, timeInTimeZone } from '@stockbook/market-data/time-zone';
import { queueDeliveries } from '../notifications/deliveries/queue-deliveries.ts';
import { formatPrice } from '../signals/format.ts';
import { touchedRange } from './touched-range.ts';

/** A quote that was just stored, and the stock that it is of. */
export interface CheckedQuote {
  readonly row: QuoteRow;
  readonly quote: StoredQuote;
  /** The stored close before its session; null without one. */
  readonly closeBefore: number | null;
}

interface Seen extends LastCheck {
  readonly previousClose: number | null;
}

/**
 * Checks the levels of stocks by new quotes, in the transaction that stores them: signals, their deliveries, and what
 * the next check starts from.
 * @returns the number of signals
 */
export async function checkLevels(
  tx: EntityManager,
  quotes: readonly CheckedQuote[],
  now: Date,
): Promise<number> {
  const open = quotes.flatMap((checked) => {
    const seen = seenIn(checked, now);
    return seen === null ? [] : [{ ...checked, seen }];
  });
  if (open.length === 0) return 0;
  const byStock = new Map(open.map((checked) => [checked.row.stockId, checked]));
  const locked = await sessionCheckRepository.lockLevels(tx, [...byStock.keys()]);
  if (locked === null) return 0;
  const levels = await sessionCheckRepository.listWithin(tx, locked, open.map(rangeOf));
  const newer = levels.flatMap((level) => {
    const checked = byStock.get(level.stockId);
    const isNewer = checked && (!level.lastCheck || checked.seen.checkedAt > level.lastCheck.checkedAt);
    return isNewer ? [{ level, ...checked }] : [];
  });
  await sessionCheckRepository.save(
    tx,
    locked,
    open.map(({ row, seen: { previousClose: _, ...seen } }) => ({ ...seen, stockId: row.stockId })),
  );
  const fired: { level: SessionLevel; signal: NewSignal }[] = [];
  for (const { level, row, quote, seen } of newer) {
    if (!isTouched(level, row, seen) || !(await maySpeak(tx, level, seen))) continue;
    fired.push({ level, signal: signalOf(level, row, quote, seen, now) });
  }
  if (fired.length === 0) return 0;
  const signals = await signalRepository.add(
    tx,
    fired.map(({ signal }) => signal),
  );
  await queueDeliveries(tx, signals, now);
  const given = new Set(signals.map(({ id }) => id));
  const kept = fired.filter(({ signal }) => given.has(signal.id));
  await sessionCheckRepository.noteSignals(
    tx,
    kept.map(({ level, signal }) => ({ ruleId: level.id, stockId: level.stockId, barDate: signal.barDate })),
  );
  const done = kept.filter(({ level }) => level.trigger === 'once').map(({ level }) => level.id);
  await signalRuleRepository.deactivate(tx, done, now);
  return signals.length;
}

/** The part of a quote that levels are checked by; null unless it is of an open session of today. */
function seenIn({ row, quote, closeBefore }: CheckedQuote, now: Date): Seen | null {
  const { price, time, high, low, source, sessionDate, previousClose } = quote;
  if (price === null || time === null || source === null || sessionDate === null) return null;
  if (quote.marketState !== 'open' || quote.isRebased) return null;
  if (dateInTimeZone(now.getTime(), row.timezone ?? 'UTC') !== sessionDate) return null;
  return {
    sessionDate,
    price,
    high,
    low,
    source,
    checkedAt: time,
    previousClose: previousClose ?? closeBefore,
  };
}

/** All prices that a quote tells of: none since the last check is outside, but for the one that it saw. */
function rangeOf({ row, seen: { price, high, low, previousClose } }: CheckedQuote & { readonly seen: Seen }) {
  const prices = [price, high, low, previousClose].filter((value) => value !== null);
  return { stockId: row.stockId, low: Math.min(...prices), high: Math.max(...prices) };
}

/** Whether the prices since the last check touch the level. */
function isTouched(level: SessionLevel, row: QuoteRow, seen: Seen): boolean {
  // The scale of the prices was unsure until now: this quote arms the level.
  if (row.isRebased) return false;
  const range = touchedRange(level.lastCheck, seen, wasArmedDuring(level, row, seen.sessionDate));
  return range !== null && level.level >= range.low && level.level <= range.high;
}

/** Whether a touched level gives a signal, by its trigger, its quiet bars and its last day. */
async function maySpeak(tx: EntityManager, level: SessionLevel, { sessionDate }: Seen): Promise<boolean> {
  const { trigger, expiresOn, stockId, lastSignalDate, quietBars } = level;
  if (expiresOn !== null && sessionDate > expiresOn) return false;
  if (trigger !== 'every_bar' && (await touchedBefore(tx, level, sessionDate))) return false;
  if (lastSignalDate === null || quietBars === 0) return true;
  const between = await priceBarRepository.countBetween(tx, stockId, lastSignalDate, sessionDate);
  return between + 1 > quietBars;
}

/** Whether the bar before the session touched the level. One that is not newer than the arming does not count. */
async function touchedBefore(
  tx: EntityManager,
  { stockId, level, armedFrom }: SessionLevel,
  sessionDate: string,
): Promise<boolean> {
  if (armedFrom === null) return false;
  const [bar, before] = await priceBarRepository.listBefore(tx, stockId, sessionDate, 2);
  if (!bar || bar.date <= armedFrom) return false;
  const closeBefore = before?.close ?? bar.low;
  return level >= Math.min(bar.low, closeBefore) && level <= Math.max(bar.high, closeBefore);
}

/** Whether a level without a check was armed since the session began: what happened before is history for it. */
function wasArmedDuring({ updatedAt }: SessionLevel, row: QuoteRow, sessionDate: string): boolean {
  const hours = tradingHours(row.symbol, row.timezone, row);
  return updatedAt.getTime() > sessionOn(hours, sessionDate).opensAt;
}

function signalOf(
  level: SessionLevel,
  row: QuoteRow,
  quote: StoredQuote,
  seen: Seen,
  createdAt: Date,
): NewSignal {
  const { symbol, stockCurrency: currency } = row;
  return {
    id: randomUUID(),
    userId: level.userId,
    kind: 'signal',
    ruleId: level.id,
    strategyId: null,
    side: null,
    stockId: row.stockId,
    symbol,
    barDate: seen.sessionDate,
    close: seen.price,
    currency,
    values: [{ operand: 'price', now: seen.price, before: priceBefore(level, seen) }],
    rules: [],
    sentence: sentenceOf(level, row, quote, seen),
    dataSource: seen.source,
    createdAt,
    priceTime: seen.checkedAt,
    delayMinutes: quote.delayMinutes,
    level: level.level,
  };
}

/** The price that the last check of the session saw; for its first check the close before it. */
function priceBefore({ lastCheck }: SessionLevel, { sessionDate, previousClose }: Seen): number | null {
  return lastCheck?.sessionDate === sessionDate ? lastCheck.price : previousClose;
}

function sentenceOf(level: SessionLevel, row: QuoteRow, quote: StoredQuote, seen: Seen): string {
  const instrument = { symbol: row.symbol, currency: row.stockCurrency };
  // A plain number, as in the level: the currency follows from the stock.
  const text = (price: number) => formatPrice(price, { ...instrument, currency: null });
  const zone = row.timezone ?? 'UTC';
  const place = zone === 'UTC' ? 'UTC' : `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`;
  const when = `on ${formatDay(seen.sessionDate)} at ${timeInTimeZone(seen.checkedAt.getTime(), zone)} ${place}`;
  const before = priceBefore(level, seen);
  const start = level.name === null ? row.symbol : `${level.name}: ${row.symbol}`;
  const delay = delayText(quote.delayMinutes);
  return `${start} touched ${text(level.level)} ${when} (${movement(level.level, before, seen, text)}).${delay}`;
}

/** How the level was reached: by the price, or by the day's high or low alone. */
function movement(
  level: number,
  before: number | null,
  { price, high, low }: Seen,
  text: (price: number) => string,
): string {
  const isBetween =
    before === null ? price === level : level >= Math.min(before, price) && level <= Math.max(before, price);
  if (!isBetween && high !== null && level > price) return `high ${text(high)}; now ${text(price)}`;
  if (!isBetween && low !== null && level < price) return `low ${text(low)}; now ${text(price)}`;
  return before === null ? text(price) : `${text(price)} after ${text(before)}`;
}

function delayText(delayMinutes: number | null): string {
  if (delayMinutes === null) return ' The price may be delayed.';
  if (delayMinutes === 0) return '';
  return ` Delayed by ${delayMinutes} ${delayMinutes === 1 ? 'minute' : 'minutes'}.`;
}
