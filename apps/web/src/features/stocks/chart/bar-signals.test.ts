import { expect, it } from 'vitest';
import { columnsOf } from '#testing/bar-columns.ts';
import { signalMarkers, signalsOfBars, tradesIn, withoutTrades } from './bar-signals.ts';

const barsOn = (...dates: string[]) =>
  columnsOf(dates.map((date) => ({ date, open: 1, high: 1, low: 1, close: 1, volume: 1 })));
const signal = (date: string, sentence = `Signal of ${date}`) => ({ date, sentence, isPreview: false });
const preview = (date: string) => ({ date, sentence: 'Preview', isPreview: true });

it('assigns signals to their days, and leaves out those before and after the bars', () => {
  const signals = [signal('2026-02-08'), signal('2026-02-10'), signal('2026-02-11')];
  const ofBars = signalsOfBars(barsOn('2026-02-09', '2026-02-10'), 'daily', signals);
  expect([...ofBars]).toEqual([[1, [signal('2026-02-10')]]]);
});

it('assigns signals to the bars of their weeks and months', () => {
  const signals = [signal('2026-02-11'), signal('2026-02-20'), signal('2026-02-27')];
  const weeks = signalsOfBars(barsOn('2026-02-09', '2026-02-17', '2026-02-23'), 'weekly', signals);
  expect([...weeks.keys()]).toEqual([0, 1, 2]);
  const months = signalsOfBars(barsOn('2026-01-02', '2026-02-02'), 'monthly', signals);
  expect([...months]).toEqual([[1, signals]]);
});

it('lists a sentence once on a bar, which it marks as a preview', () => {
  const signals = [signal('2026-02-11'), preview('2026-02-12'), preview('2026-02-13')];
  const weeks = signalsOfBars(barsOn('2026-02-09'), 'weekly', signals);
  expect([...weeks]).toEqual([[0, [signal('2026-02-11'), preview('2026-02-12')]]]);
  expect(signalMarkers(weeks)).toMatchObject([{ bar: 0, color: 'warn', position: 'lane' }]);
});

it('marks purchases below and sales above their bars, beside signals', () => {
  const purchase = { ...signal('2026-02-11', 'Bought 10 at $120.00'), trade: 'purchase' } as const;
  const sale = { ...signal('2026-02-12', 'Sold 4 at $130.00'), trade: 'sale' } as const;
  const weeks = signalsOfBars(barsOn('2026-02-09'), 'weekly', [
    signal('2026-02-10'),
    purchase,
    purchase,
    sale,
  ]);
  expect(signalMarkers(weeks)).toEqual([
    { bar: 0, text: '', position: 'lane', shape: 'arrowUp', color: 'line' },
    { bar: 0, text: 'Buy', position: 'belowBar', shape: 'arrowUp', color: 'up' },
    { bar: 0, text: 'Sell', position: 'aboveBar', shape: 'arrowDown', color: 'down' },
  ]);
  expect(tradesIn(weeks.get(0))).toEqual([purchase, purchase, sale]);
  expect(withoutTrades(weeks.get(0))).toEqual([signal('2026-02-10')]);
  expect(tradesIn(undefined)).toEqual([]);
});

it('leaves the words out where many trades would cover the candles', () => {
  const trades = Array.from(
    { length: 41 },
    (_, index) => ({ ...signal('2026-02-11', `Bought ${index}`), trade: 'purchase' }) as const,
  );
  expect(signalMarkers(signalsOfBars(barsOn('2026-02-11'), 'daily', trades))).toMatchObject([{ text: '' }]);
});
