import { describe, expect, it } from 'vitest';
import { daysFrom2020, now, withProvider } from './testing/with-provider.ts';

const splits = [{ date: '2026-11-20', numerator: 2, denominator: 1 }];

describe('restated history', () => {
  const days = daysFrom2020(1500);

  it.each([
    ['days have invalid prices', days.toSpliced(700, 1), [days[700] ?? ''], 1],
    ['days are missing', days.toSpliced(700, 3), [], 3],
    ['it begins later', days.slice(3), [], 3],
    ['it ends earlier', days.slice(0, -1), [], 1],
  ])('rejects a restated history and keeps all bars when %s', async (_, dates, rejectedDates, missing) => {
    const { stock, bars, fetch } = await withProvider();
    await fetch({ dates: days });
    const message = `The history that came for "AAPL" lacks ${missing} of the 1,500 days that are kept`;
    await expect(fetch({ dates, rejectedDates, splits, close: 5 })).rejects.toMatchObject({
      kind: 'bad_data',
      message,
    });
    expect((await bars()).map(({ date, close }) => [date, close])).toEqual(days.map((date) => [date, 10]));
    expect(await stock()).toMatchObject({ lastError: message, isActive: true });
  });

  it('accepts a restated history that lacks one stored day in a thousand, and days that were never stored', async () => {
    const { bars, fetch } = await withProvider();
    await fetch({ dates: days.toSpliced(700, 1), rejectedDates: [days[700] ?? ''] });
    const dates = days.toSpliced(700, 3);
    const { rejectedBars } = await fetch({ dates, rejectedDates: [days[700] ?? ''], splits, close: 5 });
    expect((await bars()).map(({ date, close }) => [date, close])).toEqual(dates.map((date) => [date, 5]));
    expect(rejectedBars).toBe(1);
  });

  it('replaces bars of another source by fewer bars, but not by none', async () => {
    const { stock, bars, fetch } = await withProvider();
    await fetch({ dates: days, source: 'simulated' });
    await expect(fetch({ dates: [] })).rejects.toMatchObject({
      kind: 'bad_data',
      message: 'No price history was found for "AAPL"',
    });
    expect(await bars()).toHaveLength(1500);
    await fetch({ dates: days.slice(0, 100) });
    expect(await stock()).toMatchObject({ barCount: 100, dataSource: 'yahoo' });
  });

  it('rejects simulated bars when the stored bars are real', async () => {
    const { stock, fetch } = await withProvider();
    await fetch({ dates: days });
    const message = 'Only simulated prices are to be had at present, and those never replace real ones';
    await expect(fetch({ dates: days, source: 'simulated' })).rejects.toMatchObject({ message });
    expect(await stock()).toMatchObject({ dataSource: 'yahoo', lastError: message });
  });
});

describe('a change of the source', () => {
  const days = daysFrom2020(200);

  it('replaces the whole history, its splits and dividends, and is stored with its time', async () => {
    const { bars, splits, dividends, fetch } = await withProvider();
    const first = await fetch({
      dates: days,
      splits: [{ date: days[50] ?? '', numerator: 2, denominator: 1 }],
      dividends: [{ date: days[60] ?? '', amount: 1, currency: 'USD' }],
    });
    expect(first).toMatchObject({ dataSource: 'yahoo', previousDataSource: null, dataSourceSince: null });
    const changed = await fetch({ dates: days.slice(10), close: 11, source: 'tiingo' });
    expect(changed).toMatchObject({
      dataSource: 'tiingo',
      previousDataSource: 'yahoo',
      dataSourceSince: now,
      lastError: null,
    });
    expect((await bars()).map(({ date, close }) => [date, close])).toEqual(
      days.slice(10).map((date) => [date, 11]),
    );
    expect([await splits(), await dividends()]).toEqual([[], []]);
    const unchanged = await fetch({ dates: days.slice(10), close: 11, source: 'tiingo' });
    expect(unchanged).toMatchObject({ previousDataSource: 'yahoo', barsRevision: changed.barsRevision });
  });

  it('prefers the stored source in a scheduled refresh, and none in a refresh by a user', async () => {
    const { preferredSources, fetch } = await withProvider();
    await fetch({ dates: days, source: 'tiingo' });
    await fetch({ dates: days, source: 'tiingo' });
    await fetch({ dates: days, source: 'tiingo' }, undefined, 'a user');
    expect(preferredSources).toEqual([null, 'tiingo', null]);
  });

  it('takes the whole history from the source of the update', async () => {
    const { preferredSources, fetch } = await withProvider();
    await fetch({ dates: days });
    await fetch({ dates: days, source: 'tiingo' });
    expect(preferredSources).toEqual([null, 'yahoo', 'tiingo']);
  });

  it('does not happen when the keyed source has less than half of the stored days', async () => {
    const { bars, stock, fetch } = await withProvider();
    await fetch({ dates: days });
    const message =
      'The other source has only 99 of the 200 stored days of "AAPL", so it does not replace them';
    await expect(fetch({ dates: days.slice(101), source: 'eodhd' })).rejects.toMatchObject({ message });
    expect(await bars()).toHaveLength(200);
    expect(await stock()).toMatchObject({ dataSource: 'yahoo', lastError: message });
    await fetch({ dates: days.slice(100), source: 'eodhd' });
    expect(await bars()).toHaveLength(100);
  });
});

describe('splits and dividends', () => {
  const days = daysFrom2020(200);
  const dividend = (row: number, amount: number) => ({ date: days[row] ?? '', amount, currency: 'USD' });
  const stored = ({ date, ...rest }: ReturnType<typeof dividend>) => ({ exDate: date, ...rest });

  it('stores them with the bars; an update replaces those of its days only', async () => {
    const { fetch, dividends } = await withProvider();
    const first = await fetch({ dates: days, dividends: [dividend(20, 1), dividend(190, 1)] });
    expect(await dividends()).toEqual([stored(dividend(20, 1)), stored(dividend(190, 1))]);
    const unchanged = await fetch({ dates: days, dividends: [dividend(20, 1), dividend(190, 1)] });
    expect(unchanged.barsRevision).toBe(first.barsRevision);
    const changed = await fetch({ dates: days, dividends: [dividend(20, 9), dividend(195, 2)] });
    expect(await dividends()).toEqual([stored(dividend(20, 1)), stored(dividend(195, 2))]);
    expect(changed.barsRevision).toBe(first.barsRevision + 1);
  });

  it('replaces all of them with a restated history, and reads the whole history once for a new split', async () => {
    const { fetch, dividends, splits: storedSplits, requesters } = await withProvider();
    const split = { date: days[195] ?? '', numerator: 2, denominator: 1 };
    await fetch({ dates: days, dividends: [dividend(20, 1)] });
    const halved = { dates: days, close: 5, splits: [split], dividends: [dividend(20, 0.5)] };
    await fetch(halved);
    expect(await dividends()).toEqual([stored(dividend(20, 0.5))]);
    expect(await storedSplits()).toEqual([{ exDate: days[195], numerator: 2, denominator: 1 }]);
    const calls = requesters.length;
    await fetch(halved);
    expect(requesters.length).toBe(calls + 1);
  });
});
