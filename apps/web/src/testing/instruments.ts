import type { Bars, BarsChange, Instrument } from '@stockbook/api/schemas';

/** A complete own instrument with entered prices, with overrides. */
export function instrument(changes: Partial<Instrument> = {}): Instrument {
  return {
    symbol: '@FLAT',
    name: 'Flat in Leipzig',
    currency: 'EUR',
    type: 'Real estate',
    isin: null,
    sector: null,
    industry: null,
    notes: null,
    quoted_in: 'money',
    pricing: 'entered',
    terms: null,
    remind: 'never',
    first_date: '2024-05-03',
    last_date: '2025-05-03',
    last_close: 250_000,
    bars: 2,
    left_out: 0,
    is_tracked: true,
    held_in: [],
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    ...changes,
  };
}

/** The response of `stocks.bars` for closes alone, oldest first. */
export function closes(symbol: string, prices: Readonly<Record<string, number>>): Bars {
  const data = Object.entries(prices).map(([date, price]) => ({
    date,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0,
  }));
  return { symbol, interval: 'daily', currency: 'EUR', data };
}

/** The response of a change of bars. */
export function barsChange(changes: Partial<BarsChange> = {}): BarsChange {
  return { added: 0, changed: 0, unchanged: 0, removed: 0, bars_revision: 2, ...changes };
}
