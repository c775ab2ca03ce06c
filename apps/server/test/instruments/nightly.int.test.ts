import { growPrices, remindOwners } from '@stockbook/api';
import { pollUntil } from '@stockbook/testing';
import { describe, expect, it } from 'vitest';
import { useTracking } from '../support/tracking.ts';
import { dayOf } from '../support/with-price-files.ts';

let now = new Date('2026-11-19T23:40:00Z');
const tracking = useTracking(() => now);

type Tracking = Awaited<ReturnType<typeof tracking>>;

const closesOf = async ({ get }: Tracking, symbol: string) =>
  ((await get(`/stocks/${symbol}/data`)).data as { close: number }[]).map(({ close }) => close);

describe('an instrument that follows a stock', () => {
  const bar = { symbol: '@BAR', name: 'Gold bar', currency: 'USD', pricing: 'linked' };

  it('gets new prices with those of the stock, and signals and indicators by a job', async () => {
    const stock = await tracking([9, 10]);
    await stock.post('/instruments/', { ...bar, terms: { symbol: stock.symbol, factor: 2 } });
    await stock.harness.calculate(stock.token, {
      stock_symbol: '@BAR',
      ta_indicator: 'SMA',
      parameters: { timeperiod: 2 },
    });
    await stock.addRule({ when: 'close > 25', symbol: '@BAR' });
    await stock.refresh([9, 10, 13]);
    expect(await closesOf(stock, '@BAR')).toEqual([18, 20, 26]);
    const signals = await pollUntil('the signal of the job', async () => {
      const entries = await stock.inbox();
      return entries.length > 0 && entries;
    });
    expect(signals).toMatchObject([{ symbol: '@BAR', bar_date: dayOf(2), close: 26, data_source: 'own' }]);
    const { indicators } = await stock.get('/indicators/@BAR');
    expect(indicators).toMatchObject([{ data: [{ date: dayOf(1) }, { date: dayOf(2), value: 23 }] }]);
  });

  it('takes restated prices of the stock over, and leaves out those that are not above 0', async () => {
    const stock = await tracking([10, 12]);
    await stock.post('/instruments/', { ...bar, terms: { symbol: stock.symbol, factor: 1, add: -4 } });
    await stock.refresh([5, 6, 3]);
    expect(await closesOf(stock, '@BAR')).toEqual([1, 2]);
    expect(await stock.get('/instruments/@BAR')).toMatchObject({ left_out: 1, bars: 2 });
    expect(await stock.inbox()).toEqual([]);
  });
});

describe('the job of the night', () => {
  it('adds the price of a new weekday to an instrument that grows by a rate', async () => {
    const stock = await tracking([10]);
    const terms = { start_date: '2026-11-18', percent_a_year: 36.5, compounding: 'none' };
    const term = { symbol: '@TERM', name: 'Deposit', currency: 'EUR', pricing: 'interest', terms };
    await stock.post('/instruments/', term);
    expect(await closesOf(stock, '@TERM')).toEqual([100, 100.1]);
    now = new Date('2026-11-20T00:07:00Z');
    await growPrices(stock.harness.services, new AbortController().signal);
    expect(await closesOf(stock, '@TERM')).toEqual([100, 100.1, 100.2]);
    await growPrices(stock.harness.services, new AbortController().signal);
    expect(await stock.get('/instruments/@TERM')).toMatchObject({ bars: 3, last_date: '2026-11-20' });
  });

  it('reminds the owner once for each last price, on the same day of the month', async () => {
    const stock = await tracking([10]);
    const flat = { symbol: '@FLAT', name: 'Flat in Leipzig', currency: 'EUR', remind: 'monthly' };
    await stock.post('/instruments/', { ...flat, bars: [{ date: '2026-08-31', close: 1 }] });
    await stock.post('/instruments/', {
      ...flat,
      symbol: '@NEVER',
      remind: 'never',
      bars: [{ date: '2020-01-31', close: 1 }],
    });
    const remindedOn = async (day: string) => {
      now = new Date(`${day}T00:07:00Z`);
      await remindOwners(stock.harness.services);
      return (await stock.inbox()).map(({ sentence }) => sentence);
    };
    expect(await remindedOn('2026-09-29')).toEqual([]);
    const sentence = 'Enter a new price for Flat in Leipzig: the last one is of Aug 31, 2026.';
    expect(await remindedOn('2026-09-30')).toEqual([sentence]);
    await stock.patch('/instruments/@FLAT', { name: 'Flat in Halle' });
    expect(await remindedOn('2026-10-01')).toEqual([sentence]);
    await stock.post('/instruments/@FLAT/bars', { bars: [{ date: '2026-09-30', close: 2 }] });
    expect(await remindedOn('2026-10-29')).toEqual([sentence]);
    expect(await remindedOn('2026-10-30')).toHaveLength(2);
  });

  it.each([
    ['quarterly', '2026-08-31', '2026-11-29', '2026-11-30'],
    ['yearly', '2024-02-29', '2025-02-27', '2025-02-28'],
  ])('reminds the owner after the interval of a %s reminder', async (remind, date, early, due) => {
    // Later, the token of the sign-in would be no longer valid.
    now = new Date(`${due}T00:07:00Z`);
    const stock = await tracking([10]);
    const flat = { symbol: '@FLAT', name: 'Flat', currency: 'EUR', remind, bars: [{ date, close: 1 }] };
    await stock.post('/instruments/', flat);
    const countOn = async (day: string) => {
      now = new Date(`${day}T00:07:00Z`);
      await remindOwners(stock.harness.services);
      return (await stock.inbox()).length;
    };
    expect(await countOn(early)).toBe(0);
    expect(await countOn(due)).toBe(1);
  });
});
