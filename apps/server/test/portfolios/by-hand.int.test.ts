import { beforeAll, describe, expect, it } from 'vitest';
import { byHand, usePortfolios } from '../support/with-portfolios.ts';

const portfolios = usePortfolios();
let id = '';

beforeAll(async () => {
  await portfolios().putPrices(byHand.prices);
  id = await portfolios().create({ currency: 'EUR' }, byHand.transactions);
});

const expected = {
  since: '2024-01-02',
  until: '2024-01-10',
  as_of: '2024-01-10',
  days: 9,
  value_start: 0,
  value_end: 550,
  inflow: 2018,
  outflow: 1602,
  gain: { total: 134, price: 153.5, dividends: 0, interest: 0, fees: -7, taxes: -12.5, currency: 0 },
  twr: expect.closeTo(0.09190382728164867, 12),
  twr_annual: null,
  twr_problem: null,
  irr: expect.closeTo(70.07531694132017, 6),
  irr_period: expect.closeTo(0.09795772242127586, 10),
  irr_problem: null,
  problems: [],
  warnings: [],
  contributions: [
    { symbol: 'AAA', gain: 134, contribution: expect.closeTo(0.09190382728164867, 12) },
    { symbol: null, gain: 0, contribution: 0 },
  ],
  risk: {
    trading_days: 7,
    volatility_annual: null,
    sharpe_ratio: null,
    max_drawdown: expect.closeTo(-0.018518518518518517, 12),
    drawdown_from: '2024-01-08',
    drawdown_to: '2024-01-09',
    recovered_on: '2024-01-10',
  },
  benchmark: null,
  skipped: [],
};

describe('the example computed by hand', () => {
  it('has the same performance over REST and tRPC', async () => {
    const overRest = await portfolios().get(`/portfolios/${id}/performance`);
    expect(overRest).toEqual(expected);
    const { harness, token } = portfolios();
    const input = { portfolioId: id };
    expect(await harness.trpc(token).portfolios.performance.query(input)).toEqual(overRest);
  });

  it('has a series whose last row is the end of the period', async () => {
    const { series } = await portfolios().get(`/portfolios/${id}/performance?series=true`);
    expect(series).toHaveLength(9);
    expect(series).toMatchObject([
      { date: '2024-01-02', value: 1000, invested: 1000, twr: 0, benchmark_value: null },
      { date: '2024-01-03', value: 1020, invested: 1000 },
      ...Array.from({ length: 6 }, () => ({})),
      {
        date: '2024-01-10',
        value: 550,
        invested: 416,
        twr: expect.closeTo(0.09190382728164867, 12),
        benchmark_twr: null,
      },
    ]);
  });

  it('adds what explains the figures on request', async () => {
    const { details, ...figures } = await portfolios().get(`/portfolios/${id}/performance?details=true`);
    expect(figures).toEqual(expected);
    expect(details).toEqual({
      years: [
        {
          year: 2024,
          twr: expect.closeTo(0.09190382728164867, 12),
          months: [{ month: 1, twr: expect.closeTo(0.09190382728164867, 12) }],
        },
      ],
      largest_days: [
        expect.objectContaining({ date: '2024-01-10', value_before: 530, value: 550 }),
        expect.objectContaining({ date: '2024-01-08', value_before: 2080, outflow: 1602, value: 540 }),
        expect.objectContaining({ date: '2024-01-05', value_before: 2020, factor: 2080 / 2020 }),
      ],
      payments: [
        { date: '2024-01-02', amount: -1000 },
        { date: '2024-01-04', amount: -1018 },
        { date: '2024-01-08', amount: 1602 },
        { date: '2024-01-10', amount: 550 },
      ],
      gain_on_cost: expect.closeTo(134 / 2018, 12),
    });
  });

  it('has a day table whose factors multiply to the return', async () => {
    const { days, total } = await portfolios().get(`/portfolios/${id}/performance/days`);
    const rows = days as { factor: number; holdings?: unknown }[];
    expect(total).toBe(9);
    expect(rows[2]).toEqual({
      date: '2024-01-04',
      value_before: 1020,
      inflow: 1018,
      outflow: 0,
      value: 2020,
      factor: 2020 / 2038,
      index: expect.closeTo(1.02 * (2020 / 2038), 12),
    });
    expect(rows.reduce((product, { factor }) => product * factor, 1)).toBeCloseTo(1.09190382728, 10);
  });

  it('pages the day table, and adds what is held on request', async () => {
    const path = `/portfolios/${id}/performance/days?holdings=true&limit=1&offset=6`;
    expect(await portfolios().get(path)).toMatchObject({
      days: [
        {
          date: '2024-01-08',
          holdings: [{ symbol: 'AAA', quantity: 5, price: 108, fx_rate: 1, value: 540 }],
        },
      ],
      total: 9,
    });
  });

  it.each([
    ['fifo', { cost: 509, cost_per_share: 101.8, unrealised: 41, realised: 105.5 }],
    ['average', { cost: 504.5, cost_per_share: 100.9, unrealised: 45.5, realised: 101 }],
  ])('has holdings with the cost by %s', async (cost_method, figures) => {
    const { harness, token } = portfolios();
    const path = `/portfolios/${id}`;
    await harness.rest('PATCH', path, { token, body: { cost_method } });
    const { holdings, totals, date } = await portfolios().get(`${path}/holdings`);
    expect(date).toBe('2024-01-10');
    expect(holdings).toEqual([
      expect.objectContaining({
        symbol: 'AAA',
        currency: 'EUR',
        quantity: 5,
        price: 110,
        price_date: '2024-01-10',
        fx_rate: 1,
        value: 550,
        ...figures,
        gain: 134,
        day_change: 20,
        weight_percent: 100,
        badges: [],
      }),
    ]);
    expect(totals).toMatchObject({ value: 550, cost: figures.cost, realised: figures.realised });
    const { sales, years } = await portfolios().get(`${path}/realised`);
    expect(sales).toMatchObject([
      { date: '2024-01-08', quantity: 15, proceeds: 1614.5, gain: figures.realised, taxes: 12.5 },
    ]);
    expect(years).toMatchObject([{ year: '2024', gain: figures.realised, fees: 0 }]);
    await harness.rest('PATCH', path, { token, body: { cost_method: 'fifo' } });
  });
});
