import { describe, expect, it } from 'vitest';
import { afterHours, quote } from '#testing/quotes.ts';
import { formatTime } from '../format/dates.ts';
import { priceFormat } from '../format/price-format.ts';
import {
  exchangeTime,
  extendedText,
  headerText,
  listSentence,
  quoteTime,
  sessionText,
  spokenPrice,
} from './quote-texts.ts';

const format = priceFormat({ symbol: 'AAPL', currency: 'USD', recent_closes: [187] });
const traded = '2026-11-20T20:42:00.000Z';
const now = Date.parse(traded) + 60_000;
/** In the time zone of the machine. */
const time = formatTime(traded);

describe('the line below a price', () => {
  it.each([
    ['the time alone', {}, time],
    ['the delay', { delay_minutes: 15 }, `${time} · 15 min late`],
    ['nothing of an unknown delay', { delay_minutes: null }, time],
    ['that the market is closed', { market_state: 'closed', delay_minutes: 15 }, 'Closed'],
    ['the time of a stale price', { is_stale: true, delay_minutes: 15 }, `As of ${time}`],
    ['since when there was no trade', { no_trade_since: traded }, `No trade since ${time}`],
  ] as const)('shows %s', (_, facts, text) => {
    expect(sessionText(quote(facts), now)).toBe(text);
  });

  it('names the day of a price that is not of today', () => {
    const later = now + 3 * 86_400_000;
    expect(quoteTime(traded, later)).toBe(`Nov 20, ${time}`);
    expect(sessionText(quote({ no_trade_since: traded }), later)).toBe('No trade since Nov 20');
  });

  it('shows the price before and after hours by its own change, and not during the session', () => {
    const after = quote({ market_state: 'post', extended: afterHours });
    expect(extendedText(after, format)).toBe('After hours 188.10 +0.37%');
    expect(extendedText({ ...after, extended: { ...afterHours, kind: 'pre' } }, format)).toBe(
      'Pre-market 188.10 +0.37%',
    );
    expect(extendedText({ ...after, market_state: 'open' }, format)).toBeNull();
  });
});

it('says price, change, time and delay in words', () => {
  expect(spokenPrice(quote({ delay_minutes: 15 }), format, now)).toBe(
    `Price 187.62, change +0.39%, at ${time}, delayed by 15 minutes`,
  );
  expect(spokenPrice(quote({ change: null, change_percent: null }), format, now)).toBe(
    `Price 187.62, change N/A, at ${time}`,
  );
});

it('shows time, delay and source in the header, and announces the final close', () => {
  expect(headerText(quote({ delay_minutes: 15 }), now)).toBe(
    `${time} · Delayed by 15 minutes · Nasdaq Real Time Price`,
  );
  expect(headerText(quote({ delay_minutes: 1, source_name: null }), now)).toBe(
    `${time} · Delayed by 1 minute`,
  );
  expect(headerText(quote({ delay_minutes: null, source_name: null }), now)).toBe(
    `${time} · Prices may be delayed`,
  );
  expect(headerText(quote({ market_state: 'closed' }), now)).toBe(
    `Closed at ${time} · the final close follows`,
  );
});

it('names the place of the exchange beside its time', () => {
  expect(exchangeTime(traded, 'America/New_York')).toBe('15:42 New York time');
  expect(exchangeTime(traded, 'UTC')).toBe('20:42 UTC');
  expect(exchangeTime(traded, null)).toBeNull();
});

describe('the line above the list', () => {
  const good = { problem: null, nextTryAt: null, hasFailed: false };
  const late = quote({ delay_minutes: 20 });

  it.each([
    ['nothing for prices in time', [quote()], good, null],
    ['nothing for a closed market', [quote({ market_state: 'closed', delay_minutes: 15 })], good, null],
    [
      'the longest delay',
      [quote({ delay_minutes: null }), quote({ delay_minutes: 15 }), late],
      good,
      'Some prices are delayed by up to 20 minutes.',
    ],
    ['an unknown delay', [quote({ delay_minutes: null })], good, 'Prices may be delayed.'],
    [
      'a cause without a time',
      [late],
      { ...good, problem: 'Prices come every 3 minutes: many stocks are open here' },
      'Prices come every 3 minutes: many stocks are open here.',
    ],
    [
      'a cause with the next try',
      [quote()],
      { ...good, problem: 'Yahoo Finance is limiting requests', nextTryAt: traded },
      `No new prices since ${time}: Yahoo Finance is limiting requests. Next try at ${time}.`,
    ],
    [
      'a cause before the first price',
      [],
      { ...good, problem: 'Yahoo Finance is limiting requests', nextTryAt: traded },
      `Yahoo Finance is limiting requests. Next try at ${time}.`,
    ],
    ['a refused first request', [], { ...good, hasFailed: true }, 'Failed to load prices'],
  ])('says %s', (_, quotes, status, sentence) => {
    expect(listSentence(quotes, status, now)).toBe(sentence);
  });
});
