import type { Instrument } from './provider.ts';

/** An instrument with the facts that need no look-up, and other `facts`. */
export function bareInstrument(symbol: string, facts: Partial<Instrument> = {}): Instrument {
  return {
    symbol,
    name: symbol,
    isin: null,
    exchange: null,
    currency: null,
    sector: null,
    industry: null,
    type: null,
    timezone: null,
    ...facts,
  };
}
