import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCalendarDate } from '../bars/calendar-date.ts';
import { MarketDataError } from '../provider/market-data-error.ts';
import type { DataSource, MarketDataProvider, ProviderStatus } from '../provider/provider.ts';
import { hasValidCheckDigit, isSymbol } from '../symbols/symbols.ts';

/** The provider under test; it must support `contractSymbols`. */
export interface ContractSubject {
  readonly provider: MarketDataProvider;
  /** `History.source` of its histories. */
  readonly source: DataSource;
  /** Its health after successful calls. Default: `healthy`. */
  readonly status?: ProviderStatus;
  /** Whether it falls back because Yahoo is unreachable: an unknown symbol's history is then `unavailable`. */
  readonly isOffline?: boolean;
  /** The message for the history of the unknown symbol `NOSUCH.XX`, if it differs from that of a look-up. */
  readonly unknownHistoryMessage?: string;
  readonly close?: () => Promise<void>;
}

/** Features that the service behind a provider lacks. */
export interface ContractLimits {
  /** Instead of `contractSymbols`; the first is `AAPL`. */
  readonly symbols?: readonly string[];
  readonly lacksSectors?: boolean;
  readonly lacksIsins?: boolean;
}

export const contractSymbols = ['AAPL', 'MSFT', 'BRK-B', '^GSPC', '0700.HK', 'EURUSD=X'] as const;

/** The contract of `MarketDataProvider` as tests that every provider passes. */
export function describeProviderContract(
  name: string,
  setUp: () => Promise<ContractSubject>,
  { symbols = contractSymbols, lacksSectors = false, lacksIsins = false }: ContractLimits = {},
): void {
  describe(`provider contract: ${name}`, () => {
    let subject: ContractSubject;
    let provider: MarketDataProvider;
    beforeAll(async () => {
      subject = await setUp();
      provider = subject.provider;
    });
    afterAll(async () => {
      await subject.close?.();
    });

    it.each(symbols)('returns the facts of %s', async (symbol) => {
      const instrument = await provider.lookup(symbol);
      expect(instrument.symbol).toBe(symbol);
      expect(instrument.name).not.toBe('');
      expect(instrument.exchange).not.toBe('');
      expect(instrument.currency).toMatch(/^[A-Za-z]{3}$/);
      expect(instrument.type).toBe(instrument.type?.toLowerCase());
      expect(
        () => new Intl.DateTimeFormat('en', { timeZone: instrument.timezone ?? 'missing' }),
      ).not.toThrow();
    });

    it('returns the name, sector and other facts of Apple', async () => {
      expect(await provider.lookup('AAPL')).toMatchObject({
        name: 'Apple Inc.',
        currency: 'USD',
        sector: lacksSectors ? null : 'Technology',
        industry: lacksSectors ? null : 'Consumer Electronics',
        type: 'equity',
        timezone: 'America/New_York',
      });
    });

    it.each(symbols)('returns valid, ascending daily bars of %s', async (symbol) => {
      const { bars, instrument, source, rejectedDates } = await provider.history(symbol);
      expect(source).toBe(subject.source);
      expect(instrument.symbol).toBe(symbol);
      expect(rejectedDates).toEqual([]);
      expect(bars.date.length).toBeGreaterThan(1000);
      const { date, ...columns } = bars;
      for (const column of Object.values(columns)) expect(column).toHaveLength(date.length);
      expect(date.filter((day) => !isCalendarDate(day))).toEqual([]);
      expect([...new Set(date)].sort()).toEqual(date);
      expect(invalidDates(bars)).toEqual([]);
    });

    it.each(symbols)('returns ascending splits and dividends of %s since `from`', async (symbol) => {
      const { splits, dividends, instrument } = await provider.history(symbol);
      for (const actions of [splits, dividends]) {
        const dates = actions.map(({ date }) => date);
        expect(dates.every(isCalendarDate)).toBe(true);
        expect([...new Set(dates)].sort()).toEqual(dates);
      }
      expect(dividends.every(({ amount }) => amount > 0)).toBe(true);
      expect(dividends.every(({ currency }) => currency === instrument.currency)).toBe(true);
      expect(splits.every(({ numerator, denominator }) => numerator > 0 && denominator > 0)).toBe(true);
      const from = dividends.at(-2)?.date ?? '2026-01-01';
      const recent = await provider.history(symbol, { from });
      expect(recent.dividends).toEqual(dividends.filter(({ date }) => date >= from));
      expect(recent.splits).toEqual(splits.filter(({ date }) => date >= from));
    });

    it('returns the bars since `from`, inclusive', async () => {
      const whole = await provider.history('AAPL');
      const from = whole.bars.date.at(-5) ?? '';
      const { bars } = await provider.history('AAPL', { from });
      expect(bars.date).toEqual(whole.bars.date.slice(-5));
      expect(bars.close).toEqual(whole.bars.close.slice(-5));
      expect(bars.volume).toEqual(whole.bars.volume.slice(-5));
    });

    it('returns no bars when `from` is after the last bar', async () => {
      const { bars, instrument } = await provider.history('AAPL', { from: '2999-01-01' });
      expect(bars).toEqual({ date: [], open: [], high: [], low: [], close: [], volume: [] });
      expect(instrument.symbol).toBe('AAPL');
    });

    it('rejects an unknown symbol with not_found, or its history with unavailable while offline', async () => {
      const unknown = { kind: 'not_found', isPermanent: true, message: 'No stock found for "NOSUCH.XX"' };
      const unknownHistory = { ...unknown, message: subject.unknownHistoryMessage ?? unknown.message };
      const unavailable = { kind: 'unavailable', isPermanent: false };
      for (const [call, expected] of [
        [() => provider.lookup('NOSUCH.XX'), unknown],
        [() => provider.history('NOSUCH.XX'), subject.isOffline ? unavailable : unknownHistory],
      ] as const) {
        const error = await call().catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(MarketDataError);
        expect(error).toMatchObject(expected);
      }
    });

    it('finds instruments by symbol and by name', async () => {
      expect((await provider.search('aapl', 10))[0]).toMatchObject({ symbol: 'AAPL', type: 'equity' });
      const [name, symbol] = symbols.includes('0700.HK') ? ['tencent', '0700.HK'] : ['microsoft', 'MSFT'];
      const byName = await provider.search(name, 10);
      expect(byName.map((match) => match.symbol)).toContain(symbol);
      expect(byName.every((match) => isSymbol(match.symbol))).toBe(true);
    });

    it('returns at most `limit` matches, and none for a blank query', async () => {
      expect(await provider.search('a', 2)).toHaveLength(2);
      expect(await provider.search('', 10)).toEqual([]);
      expect(await provider.search('  ', 10)).toEqual([]);
      expect(await provider.search('no such company anywhere', 10)).toEqual([]);
    });

    it(`${lacksIsins ? 'does not know an ISIN' : 'resolves an ISIN to its listings, the primary one first'}`, async () => {
      const listings = provider.resolveIsin('US0378331005');
      if (lacksIsins) await expect(listings).rejects.toMatchObject({ kind: 'not_found' });
      else expect((await listings)[0]).toMatchObject({ symbol: 'AAPL', isin: 'US0378331005' });
    });

    it('rejects an unknown ISIN with not_found', async () => {
      expect(hasValidCheckDigit('US0000000002')).toBe(true);
      await expect(provider.resolveIsin('US0000000002')).rejects.toMatchObject({
        name: 'MarketDataError',
        kind: 'not_found',
        message:
          subject.source === 'yahoo'
            ? 'Yahoo does not know this ISIN; try the symbol'
            : 'No stock found for "US0000000002"',
      });
    });

    it('rejects with the reason of an aborted signal', async () => {
      const reason = new Error('gone');
      const options = { signal: AbortSignal.abort(reason) };
      for (const call of [
        () => provider.lookup('AAPL', options),
        () => provider.history('AAPL', options),
        () => provider.search('AAPL', 5, options),
        () => provider.resolveIsin('US0378331005', options),
      ]) {
        await expect(call()).rejects.toBe(reason);
      }
    });

    it('stays healthy after rejections of unknown symbols', () => {
      expect(provider.health().status).toBe(subject.status ?? 'healthy');
    });
  });
}

function invalidDates(bars: Awaited<ReturnType<MarketDataProvider['history']>>['bars']): string[] {
  return bars.date.filter((_, row) => {
    const [open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = [
      bars.open[row],
      bars.high[row],
      bars.low[row],
      bars.close[row],
      bars.volume[row],
    ];
    return !(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && volume >= 0);
  });
}
