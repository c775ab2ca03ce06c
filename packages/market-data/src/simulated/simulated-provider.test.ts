import { describe, expect, it } from 'vitest';
import { describeProviderContract } from '../testing/provider-contract.ts';
import { createSimulatedProvider } from './simulated-provider.ts';

const clock = () => new Date('2026-11-21T12:00:00Z');

describeProviderContract('the simulated provider', async () => ({
  provider: createSimulatedProvider({ clock }),
  source: 'simulated',
}));

describe('createSimulatedProvider', () => {
  const provider = createSimulatedProvider({ clock });

  it('has a bar for every weekday from 1990 to the last one before today', async () => {
    const { bars } = await provider.history('AAPL');
    expect(bars.date.length).toBe(9625);
    expect(bars.date[0]).toBe('1990-01-01');
    // 2026-11-21 is a Saturday.
    expect(bars.date.at(-1)).toBe('2026-11-20');
  });

  it('starts with the year of listing', async () => {
    const { bars } = await provider.history('META');
    expect(bars.date[0]).toBe('2012-01-02');
  });

  it('excludes the current day', async () => {
    const monday = createSimulatedProvider({ clock: () => new Date('2026-11-23T23:59:59Z') });
    expect((await monday.history('MSFT')).bars.date.at(-1)).toBe('2026-11-20');
  });

  it('returns no fields that only the catalogue uses', async () => {
    expect(Object.keys(await provider.lookup('AAPL')).sort()).toEqual(
      ['currency', 'exchange', 'industry', 'isin', 'name', 'sector', 'symbol', 'timezone', 'type'].sort(),
    );
  });

  it('lists the primary listing first', async () => {
    const listings = await provider.resolveIsin('GB0005405286');
    expect(listings.map((listing) => listing.symbol)).toEqual(['HSBA.L', '0005.HK']);
  });

  it('finds an instrument by its ISIN', async () => {
    expect((await provider.search('us5949181045', 10)).map((match) => match.symbol)).toEqual(['MSFT']);
  });
});
