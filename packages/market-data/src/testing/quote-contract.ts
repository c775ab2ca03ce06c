import { describe, expect, it } from 'vitest';
import type { QuotedInstrument, QuoteProvider } from '../quotes/quote-provider.ts';

/** Tests that every source of quotes has to pass. */
export function describeQuotes(
  name: string,
  provider: () => QuoteProvider,
  { instruments }: { readonly instruments: readonly QuotedInstrument[] },
): void {
  describe(`quotes of ${name}`, () => {
    it('returns a price within low and high, in the currency of the instrument and not from the future', async () => {
      const { quotes, refused, fetchedAt, source } = await provider().quotes(instruments);
      expect(source).toBe(provider().source);
      expect(refused).toEqual([]);
      expect(quotes.map(({ symbol }) => symbol).toSorted()).toEqual(
        instruments.map(({ symbol }) => symbol).toSorted(),
      );
      for (const { symbol, currency, price, low, high, time } of quotes) {
        expect(currency).toBe(instruments.find((instrument) => instrument.symbol === symbol)?.currency);
        expect(price).toBeGreaterThan(0);
        expect(price).toBeLessThanOrEqual(high ?? price);
        expect(price).toBeGreaterThanOrEqual(low ?? price);
        expect(time.getTime()).toBeLessThanOrEqual(fetchedAt.getTime());
      }
    });

    it('leaves out an instrument that the source does not know', async () => {
      const unknown = { symbol: 'NOSUCH', currency: 'USD', timezone: null };
      const { quotes, refused } = await provider().quotes([...instruments, unknown]);
      expect(quotes).toHaveLength(instruments.length);
      expect(refused).toEqual([]);
    });

    it('refuses a quote in another currency', async () => {
      const [first] = instruments;
      if (!first) throw new Error('the contract needs an instrument');
      const { quotes, refused } = await provider().quotes([{ ...first, currency: 'XXX' }]);
      // A source that sends no currency quotes a ticker in one only.
      if (provider().source === 'eodhd') return;
      expect(quotes).toEqual([]);
      expect(refused).toEqual([{ symbol: first.symbol, refusal: 'currency' }]);
    });

    it('rejects with the reason of an aborted signal', async () => {
      const reason = new Error('gone');
      await expect(provider().quotes(instruments, { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
    });
  });
}
