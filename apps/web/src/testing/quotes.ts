import type { Quote, QuoteList } from '@stockbook/api/schemas';
import type { FormingBar } from '#features/stocks/quotes/forming/forming-bar.ts';

/** A complete quote of an open market, with overrides. */
export function quote(facts: Partial<Quote> = {}): Quote {
  return {
    symbol: 'AAPL',
    currency: 'USD',
    price: 187.62,
    time: '2026-11-20T20:42:00.000Z',
    previous_close: 186.9,
    change: 0.72,
    change_percent: 0.3852,
    open: 187,
    high: 188.1,
    low: 186.4,
    volume: 31_200_000,
    session_date: '2026-11-20',
    time_zone: 'America/New_York',
    market_state: 'open',
    extended: null,
    delay_minutes: 0,
    delay_from: 'source',
    no_trade_since: null,
    is_stale: false,
    is_rebased: false,
    source: 'yahoo',
    source_name: 'Nasdaq Real Time Price',
    fetched_at: '2026-11-20T20:42:20.000Z',
    ...facts,
  };
}

/** A price after hours. */
export const afterHours: NonNullable<Quote['extended']> = {
  kind: 'post',
  price: 188.1,
  change: 0.48,
  change_percent: 0.3675,
  time: '2026-11-20T20:42:00.000Z',
};

/** The response of `quotes.list`, with overrides. */
export function quoteList(facts: Partial<QuoteList> = {}): QuoteList {
  return {
    quotes: [],
    skipped: [],
    interval_s: 60,
    problem: null,
    next_try_at: null,
    next_at: '2026-11-20T20:43:20.000Z',
    ...facts,
  };
}

/** The bar of the session of `quote`, after a close of 186.90. */
export const barInProgress: FormingBar = {
  date: '2026-11-20',
  time: '2026-11-20T20:42:00.000Z',
  open: 187,
  high: 188.1,
  low: 186.4,
  close: 187.62,
  volume: 31_200_000,
  changePercent: 0.3852,
};
