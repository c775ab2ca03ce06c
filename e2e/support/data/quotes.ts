import type { Call } from '../server.ts';

type Facts = Readonly<Record<string, unknown>>;

/** A quote of an open market, of a session whose final bar no test stores, with overrides. */
function quote(symbol: string, facts: Facts) {
  const now = new Date().toISOString();
  return {
    symbol,
    currency: 'USD',
    price: 187.62,
    time: now,
    previous_close: null,
    change: 0.72,
    change_percent: 0.3852,
    open: 187,
    high: 188.1,
    low: 186.4,
    volume: 31_200_000,
    session_date: '2099-01-05',
    time_zone: 'America/New_York',
    market_state: 'open',
    extended: null,
    delay_minutes: 15,
    delay_from: 'source',
    no_trade_since: null,
    is_stale: false,
    is_rebased: false,
    source: 'yahoo',
    source_name: 'Nasdaq Real Time Price',
    fetched_at: now,
    ...facts,
  };
}

/** Answers every request with quotes of the requested symbols; `factsOf` gives what differs. */
export function answerQuotes(factsOf: (symbol: string) => Facts = () => ({})) {
  return ({ input }: Call) => {
    const { symbols } = input as { readonly symbols: string };
    return {
      quotes: symbols.split(',').map((symbol) => quote(symbol, factsOf(symbol))),
      skipped: [],
      interval_s: 60,
      problem: null,
      next_try_at: null,
      next_at: new Date(Date.now() + 60_000).toISOString(),
    };
  };
}
