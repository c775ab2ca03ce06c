import { describe, expect, it } from 'vitest';
import { catalogue, findInCatalogue } from '../catalogue/catalogue.ts';
import { tradingHours } from '../quotes/sessions.ts';
import { describeQuotes } from '../testing/quote-contract.ts';
import { generateBars } from './generate-bars.ts';
import { seededRandom } from './seeded-random.ts';
import { createSimulatedProvider } from './simulated-provider.ts';
import { createSimulatedQuotes, quoteAt, sessionWalk } from './simulated-quotes.ts';

const lastDays = 500;

describe('the walk of simulated prices', () => {
  it.each(catalogue.slice(0, 60).map(({ symbol }) => symbol))(
    'stays within the bars of %s, reaches their highs and lows, and ends at their closes',
    (symbol) => {
      const entry = findInCatalogue(symbol);
      if (!entry) throw new Error('not in the catalogue');
      const hours = tradingHours(symbol, entry.timezone);
      const bars = generateBars(entry, '2026-11-21');
      const random = seededRandom(`places ${symbol}`);
      for (let index = bars.date.length - lastDays; index < bars.date.length; index += 1) {
        const walk = sessionWalk(entry, hours, bars, index);
        const at = (share: number) =>
          quoteAt(entry, hours, walk, walk.opensAt + share * (walk.closesAt - walk.opensAt));
        const [high = 0, low = 0] = [bars.high[index], bars.low[index]];
        const [opening, earlier, later, last] = [
          at(0),
          at(random.uniform() / 2),
          at(0.5 + random.uniform() / 2),
          at(1),
        ];
        expect(opening.price).toBe(bars.open[index]);
        for (const quote of [opening, earlier, later, last]) {
          expect(quote.price).toBeLessThanOrEqual(high);
          expect(quote.price).toBeGreaterThanOrEqual(low);
        }
        expect(later.high).toBeGreaterThanOrEqual(earlier.high ?? 0);
        expect(later.low).toBeLessThanOrEqual(earlier.low ?? 0);
        expect(last).toMatchObject({
          price: bars.close[index],
          open: bars.open[index],
          high,
          low,
          volume: bars.volume[index],
          previousClose: bars.close[index - 1],
          marketState: 'closed',
        });
      }
    },
  );
});

describeQuotes(
  'the simulation',
  () => createSimulatedQuotes({ clock: () => new Date('2026-11-20T15:00:00Z') }),
  {
    instruments: [
      { symbol: 'AAPL', currency: 'USD', timezone: 'America/New_York' },
      { symbol: 'SAP.DE', currency: 'EUR', timezone: 'Europe/Berlin' },
      { symbol: 'EURUSD=X', currency: 'USD', timezone: 'Europe/London' },
    ],
  },
);

describe('createSimulatedQuotes', () => {
  const apple = { symbol: 'AAPL', currency: 'USD', timezone: 'America/New_York' };

  it('gives the same price for a second, whatever was fetched before', async () => {
    let now = new Date('2026-11-20T15:00:00Z');
    const often = createSimulatedQuotes({ clock: () => now });
    for (let minute = 0; minute < 30; minute += 1) {
      now = new Date(Date.parse('2026-11-20T15:00:00Z') + minute * 60_000);
      await often.quotes([apple]);
    }
    const once = createSimulatedQuotes({ clock: () => now });
    expect((await often.quotes([apple])).quotes).toEqual((await once.quotes([apple])).quotes);
  });

  it('ends with the bar that is stored that night', async () => {
    const now = new Date('2026-11-20T22:00:00Z');
    const { quotes } = await createSimulatedQuotes({ clock: () => now }).quotes([apple]);
    const tomorrow = () => new Date('2026-11-21T12:00:00Z');
    const { bars } = await createSimulatedProvider({ clock: tomorrow }).history('AAPL');
    expect(bars.date.at(-1)).toBe('2026-11-20');
    expect(quotes[0]).toMatchObject({
      marketState: 'closed',
      time: new Date('2026-11-20T21:00:00Z'),
      price: bars.close.at(-1),
      open: bars.open.at(-1),
      high: bars.high.at(-1),
      low: bars.low.at(-1),
      volume: bars.volume.at(-1),
      extended: null,
      delayMinutes: 0,
    });
  });

  it('has the last session of the week at the weekend', async () => {
    const sunday = new Date('2026-11-22T12:00:00Z');
    const { quotes } = await createSimulatedQuotes({ clock: () => sunday }).quotes([apple]);
    expect(quotes[0]).toMatchObject({ marketState: 'closed', time: new Date('2026-11-20T21:00:00Z') });
  });

  it('has an open currency pair at any hour of a weekday', async () => {
    const night = new Date('2026-11-19T23:30:00Z');
    const pair = { symbol: 'EURUSD=X', currency: 'USD', timezone: 'Europe/London' };
    const { quotes } = await createSimulatedQuotes({ clock: () => night }).quotes([pair]);
    expect(quotes[0]).toMatchObject({ marketState: 'open', time: night });
  });
});
