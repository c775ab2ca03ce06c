import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/index.ts';
import { stockFacts } from '../../testing/test-rows.ts';
import * as barSummaryRepository from './bar-summary.repository.ts';
import * as priceBarRepository from './price-bar.repository.ts';
import * as stockRepository from './stock.repository.ts';

/** Bars with distinct prices on the given dates. */
function bars(dates: readonly string[], firstClose = 10) {
  const close = Float64Array.from(dates, (_, index) => firstClose + index);
  return {
    date: dates,
    open: close.map((value) => value - 0.5),
    high: close.map((value) => value + 1),
    low: close.map((value) => value - 1),
    close,
    volume: close.map((value) => value * 1000),
  };
}

async function stockInDatabase() {
  const { database } = await useTestDatabase();
  const em = database.fork();
  const stock = await stockRepository.upsertFacts(em, stockFacts('TEST'), new Date());
  return { em, stockId: stock.id };
}

describe('priceBarRepository', () => {
  it('returns bars as stored, oldest first', async () => {
    const { em, stockId } = await stockInDatabase();
    const stored = await priceBarRepository.store(em, stockId, bars(['2024-01-03', '2024-01-02']));
    expect(stored).toBe(2);
    expect(await priceBarRepository.listDaily(em, stockId)).toEqual([
      { date: '2024-01-02', open: 10.5, high: 12, low: 10, close: 11, volume: 11_000 },
      { date: '2024-01-03', open: 9.5, high: 11, low: 9, close: 10, volume: 10_000 },
    ]);
  });

  it('reads columns as stored, to the last digit, oldest first', async () => {
    const { em, stockId } = await stockInDatabase();
    const none = new Float64Array();
    const noBars = { date: [], open: none, high: none, low: none, close: none, volume: none };
    expect(await priceBarRepository.readColumns(em, stockId)).toEqual(noBars);
    const stored = {
      date: ['2024-01-02', '2024-01-03'],
      open: Float64Array.of(0.1 + 0.2, 1e-300),
      high: Float64Array.of(1e300, 187.4),
      low: Float64Array.of(Number.MIN_VALUE, 0),
      close: Float64Array.of(1 / 3, 100),
      volume: Float64Array.of(Number.MAX_SAFE_INTEGER, 0),
    };
    await priceBarRepository.store(em, stockId, stored);
    expect(await priceBarRepository.readColumns(em, stockId)).toEqual(stored);
    const { date, low } = stored;
    expect(await priceBarRepository.readColumns(em, stockId, { columns: ['low'] })).toEqual({
      ...noBars,
      date,
      low,
    });
  });

  it('inserts the first bars of a stock, of any day of our era', async () => {
    const { em, stockId } = await stockInDatabase();
    expect(await priceBarRepository.hasAny(em, stockId)).toBe(false);
    const first = bars(['0001-01-01', '1582-10-15', '1999-12-31', '2000-01-01', '2024-02-29']);
    expect(await priceBarRepository.insert(em, stockId, first)).toBe(5);
    expect(await priceBarRepository.readColumns(em, stockId)).toEqual(first);
    expect(await priceBarRepository.hasAny(em, stockId)).toBe(true);
  });

  it.each(['2024-02-31x', '0000-01-01'])('rejects the date %s', async (date) => {
    const { em, stockId } = await stockInDatabase();
    await expect(priceBarRepository.store(em, stockId, bars([date]))).rejects.toThrow(
      `"${date}" is not a date`,
    );
  });

  it('replaces bars of the same date and counts only changed ones', async () => {
    const { em, stockId } = await stockInDatabase();
    await priceBarRepository.store(em, stockId, bars(['2024-01-02', '2024-01-03']));
    expect(await priceBarRepository.store(em, stockId, bars(['2024-01-02', '2024-01-03']))).toBe(0);
    expect(await priceBarRepository.store(em, stockId, bars(['2024-01-03', '2024-01-04'], 11))).toBe(1);
    expect((await priceBarRepository.listDaily(em, stockId)).map(({ close }) => close)).toEqual([10, 11, 12]);
  });

  it('filters by a date range, both ends included', async () => {
    const { em, stockId } = await stockInDatabase();
    await priceBarRepository.store(
      em,
      stockId,
      bars(['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05']),
    );
    const range = { from: '2024-01-03', to: '2024-01-04' };
    expect((await priceBarRepository.listDaily(em, stockId, range)).map(({ date }) => date)).toEqual([
      '2024-01-03',
      '2024-01-04',
    ]);
  });

  it('multiplies the prices before, between and from the dates of factors on', async () => {
    const { em, stockId } = await stockInDatabase();
    const dates = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
    await priceBarRepository.store(em, stockId, bars(dates));
    const factors = { dates: ['2024-01-03', '2024-01-05'], factors: [0.25, 0.5, 1] };
    const range = { from: '2024-01-02', to: '2024-01-05' };
    const daily = await priceBarRepository.listDaily(em, stockId, { ...range, factors });
    expect(daily.map(({ close }) => close)).toEqual([2.5, 5.5, 6, 13]);
    expect(daily[0]).toEqual({
      date: '2024-01-02',
      open: 2.375,
      high: 2.75,
      low: 2.25,
      close: 2.5,
      volume: 10_000,
    });
    const weeks = await priceBarRepository.listAggregated(em, stockId, 'week', '2024-01-14', range, factors);
    expect(weeks).toMatchObject([{ open: 2.375, high: 14, low: 2.25, close: 13, volume: 46_000 }]);
  });

  it('aggregates weeks from Monday to Sunday, dated by their first bar', async () => {
    const { em, stockId } = await stockInDatabase();
    // 2024-01-05 is a Friday, 2024-01-08 a Monday.
    await priceBarRepository.store(em, stockId, bars(['2024-01-04', '2024-01-05', '2024-01-08']));
    expect(await priceBarRepository.listAggregated(em, stockId, 'week', '2024-01-14')).toEqual([
      { date: '2024-01-04', open: 9.5, high: 12, low: 9, close: 11, volume: 21_000, isComplete: true },
      { date: '2024-01-08', open: 11.5, high: 13, low: 11, close: 12, volume: 12_000, isComplete: false },
    ]);
  });

  it.each([
    ['week', '2024-01-31', '2024-02-01', ['2024-01-29']],
    ['week', '2024-02-04', '2024-02-05', ['2024-01-29', '2024-02-05']],
    ['week', '2024-02-10', '2024-02-11', ['2024-02-05']],
    ['week', undefined, '2024-01-28', ['2024-01-26']],
    ['month', '2024-01-31', '2024-01-31', ['2024-01-26']],
    ['month', '2024-02-29', undefined, ['2024-02-01', '2024-03-01']],
    ['month', undefined, '2024-02-01', ['2024-01-26', '2024-02-01']],
  ] as const)(
    'aggregates whole periods for each %s that overlaps %s to %s',
    async (unit, from, to, dates) => {
      const { em, stockId } = await stockInDatabase();
      // Fridays, Mondays, and days at both ends of February.
      const days = [
        '2024-01-26',
        '2024-01-29',
        '2024-01-31',
        '2024-02-01',
        '2024-02-02',
        '2024-02-05',
        '2024-03-01',
      ];
      await priceBarRepository.store(em, stockId, bars(days));
      const whole = await priceBarRepository.listAggregated(em, stockId, unit, '2024-06-01');
      const ranged = await priceBarRepository.listAggregated(em, stockId, unit, '2024-06-01', { from, to });
      expect(ranged.map(({ date }) => date)).toEqual(dates);
      expect(whole).toEqual(expect.arrayContaining(ranged));
    },
  );

  it.each([
    ['week', '2024-01-07', false],
    ['week', '2024-01-08', true],
    ['month', '2024-01-31', false],
    ['month', '2024-02-01', true],
  ] as const)('marks a %s as complete on %s: %s', async (unit, today, isComplete) => {
    const { em, stockId } = await stockInDatabase();
    await priceBarRepository.store(em, stockId, bars(['2024-01-04', '2024-01-05']));
    expect(await priceBarRepository.listAggregated(em, stockId, unit, today)).toMatchObject([{ isComplete }]);
  });

  it('summarizes the bars of a stock', async () => {
    const { em, stockId } = await stockInDatabase();
    expect(await barSummaryRepository.summarize(em, stockId)).toEqual({
      barCount: 0,
      dataStartDate: null,
      dataEndDate: null,
      lastClose: null,
      previousClose: null,
      recentCloses: [],
      weekendDays: [],
      figures: null,
    });
    await priceBarRepository.store(em, stockId, bars(['2024-01-02', '2024-01-03']));
    expect(await barSummaryRepository.summarize(em, stockId)).toEqual({
      barCount: 2,
      dataStartDate: '2024-01-02',
      dataEndDate: '2024-01-03',
      lastClose: 11,
      previousClose: 10,
      recentCloses: [10, 11],
      weekendDays: [],
      figures: { volume: 11_000, low: 9, high: 12, weekClose: null, monthClose: null, yearClose: null },
    });
  });

  it.each([
    [
      'both days of the weekend',
      ['2024-03-02', '2024-03-03', '2024-03-09', '2024-03-10', '2024-03-11'],
      [6, 7],
    ],
    ['Sundays', ['2024-02-25', '2024-02-29', '2024-03-03', '2024-03-04'], [7]],
    ['one special Saturday', ['2024-03-01', '2024-03-02', '2024-03-04'], []],
    ['Saturdays that were more than four weeks ago', ['2024-01-27', '2024-02-03', '2024-03-04'], []],
  ])('summarizes bars on %s', async (_, dates, expected) => {
    const { em, stockId } = await stockInDatabase();
    await priceBarRepository.store(em, stockId, bars(dates));
    expect((await barSummaryRepository.summarize(em, stockId)).weekendDays).toEqual(expected);
  });

  it('summarizes the year, the month and the week that end with the last bar', async () => {
    const { em, stockId } = await stockInDatabase();
    const dates = [
      '2023-03-15',
      '2023-03-16',
      '2023-12-29',
      '2024-02-14',
      '2024-02-16',
      '2024-03-08',
      '2024-03-15',
    ];
    await priceBarRepository.store(em, stockId, bars(dates));
    const { figures } = await barSummaryRepository.summarize(em, stockId);
    const closeOn = (date: string) => bars(dates).close[dates.indexOf(date)];
    expect(figures).toEqual({
      volume: bars(dates).volume.at(-1),
      low: bars(dates).low[dates.indexOf('2023-03-16')],
      high: bars(dates).high.at(-1),
      weekClose: closeOn('2024-03-08'),
      monthClose: closeOn('2024-02-14'),
      yearClose: closeOn('2023-12-29'),
    });
  });
});

describe('stockRepository.upsertFacts', () => {
  it('keeps facts that the provider no longer returns', async () => {
    const { em } = await stockInDatabase();
    await stockRepository.upsertFacts(
      em,
      { ...stockFacts('TEST'), isin: 'US0378331005', sector: 'Technology' },
      new Date(),
    );
    const stock = await stockRepository.upsertFacts(
      em,
      { ...stockFacts('TEST'), name: 'Renamed' },
      new Date(),
    );
    expect(stock).toMatchObject({
      name: 'Renamed',
      isin: 'US0378331005',
      sector: 'Technology',
      currency: 'USD',
    });
  });
});
