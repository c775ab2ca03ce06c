import type {
  HoldingList,
  Portfolio,
  PortfolioList,
  PortfolioOverview,
  PortfolioPerformance,
} from '@stockbook/api/schemas';

type ListedPortfolio = PortfolioList['portfolios'][number];
type Holding = HoldingList['holdings'][number];

const portfolioId = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4d01';

/** A portfolio, with overrides. */
export function portfolio(facts: Partial<Portfolio> = {}): Portfolio {
  return {
    id: portfolioId,
    name: 'Retirement',
    description: null,
    currency: 'EUR',
    cash_tracking: false,
    cost_method: 'fifo',
    benchmark: null,
    tax_year_start: '01-01',
    dividend_tax_percent: 0,
    risk_free_percent: 0,
    notify_dividends: true,
    is_example: false,
    created_at: '2024-01-02T10:00:00.000Z',
    updated_at: '2024-01-02T10:00:00.000Z',
    ...facts,
  };
}

/** A portfolio of the list with its values, with overrides. */
export function listedPortfolio(facts: Partial<ListedPortfolio> = {}): ListedPortfolio {
  return {
    ...portfolio(),
    value: 550,
    day_change: 20,
    day_change_percent: 3.7736,
    gain: 134,
    twr_1y: 0.091904,
    twr_1y_since: '2024-01-02',
    as_of: '2024-01-10',
    is_simulated: false,
    ...facts,
  };
}

const seriesRow = (date: string, value: number, invested: number, twr: number, drawdown = 0) => ({
  date,
  value,
  invested,
  twr,
  drawdown,
  benchmark_value: null,
  benchmark_twr: null,
});

/** The example of docs/portfolios.md, with overrides. */
export function portfolioPerformance(facts: Partial<PortfolioPerformance> = {}): PortfolioPerformance {
  return {
    since: '2024-01-02',
    until: '2024-01-10',
    as_of: '2024-01-10',
    days: 9,
    value_start: 0,
    value_end: 550,
    inflow: 2018,
    outflow: 1602,
    gain: { total: 134, price: 153.5, dividends: 0, interest: 0, fees: -7, taxes: -12.5, currency: 0 },
    twr: 0.09190382728164867,
    twr_annual: null,
    twr_problem: null,
    irr: 70.07531694132017,
    irr_period: 0.09795772242127586,
    irr_problem: null,
    problems: [],
    warnings: [],
    contributions: [
      { symbol: 'AAA', gain: 134, contribution: 0.09190382728164867 },
      { symbol: null, gain: 0, contribution: 0 },
    ],
    risk: {
      trading_days: 7,
      volatility_annual: null,
      sharpe_ratio: null,
      max_drawdown: -0.018518518518518517,
      drawdown_from: '2024-01-08',
      drawdown_to: '2024-01-09',
      recovered_on: '2024-01-10',
    },
    benchmark: null,
    skipped: [],
    series: [
      seriesRow('2024-01-02', 1000, 1000, 0),
      seriesRow('2024-01-03', 1020, 1000, 0.02),
      seriesRow('2024-01-04', 2020, 2018, 0.010991, -0.008832),
      seriesRow('2024-01-05', 2080, 2018, 0.041021),
      seriesRow('2024-01-08', 540, 416, 0.072051),
      seriesRow('2024-01-09', 530, 416, 0.052198, -0.018519),
      seriesRow('2024-01-10', 550, 416, 0.091904),
    ],
    details: {
      years: [{ year: 2024, twr: 0.091904, months: [{ month: 1, twr: 0.091904 }] }],
      largest_days: [
        {
          date: '2024-01-10',
          value_before: 530,
          inflow: 0,
          outflow: 0,
          value: 550,
          factor: 1.037736,
          index: 1.091904,
        },
        {
          date: '2024-01-08',
          value_before: 2080,
          inflow: 0,
          outflow: 1602,
          value: 540,
          factor: 1.029808,
          index: 1.072051,
        },
      ],
      payments: [
        { date: '2024-01-02', amount: -1000 },
        { date: '2024-01-04', amount: -1018 },
        { date: '2024-01-08', amount: 1602 },
        { date: '2024-01-10', amount: 550 },
      ],
      gain_on_cost: 0.066402,
    },
    ...facts,
  };
}

/** A holding, with overrides. */
export function holding(facts: Partial<Holding> = {}): Holding {
  return {
    symbol: 'AAA',
    name: 'Triple A plc',
    currency: 'EUR',
    quantity: 5,
    price: 110,
    price_currency: 'EUR',
    price_date: '2024-01-10',
    fx_rate: 1,
    value: 550,
    cost: 509,
    cost_per_share: 101.8,
    unrealised: 41,
    unrealised_percent: 8.055009823182711,
    realised: 105.5,
    dividends: 0,
    gain: 134,
    twr: 0.09190382728164867,
    day_change: 20,
    day_change_percent: 3.7735849056603774,
    weight_percent: 100,
    first_bought: '2024-01-02',
    lots: [{ date: '2024-01-04', quantity: 5, cost: 509 }],
    badges: [],
    ...facts,
  };
}

/** The holdings of January 10, with overrides. */
export function holdingList(facts: Partial<HoldingList> = {}): HoldingList {
  return {
    date: '2024-01-10',
    as_of: '2024-01-10',
    holdings: [holding()],
    cash: [],
    totals: {
      value: 550,
      cost: 509,
      unrealised: 41,
      unrealised_percent: 8.055009823182711,
      realised: 105.5,
      day_change: 20,
      day_change_percent: 3.7735849056603774,
    },
    warnings: [],
    skipped: [],
    ...facts,
  };
}

/** Two stocks, of which AAA has a quote at a time. */
export function heldAtQuotes(time: string): Pick<HoldingList, 'holdings' | 'totals'> {
  const quote = {
    price: 112,
    time,
    delay_minutes: 15,
    value: 560,
    change: 10,
    change_percent: 1.8182,
    unrealised: 51,
    unrealised_percent: 10.02,
  };
  return {
    holdings: [
      holding({ quote, weight_percent_at_quotes: 50.45 }),
      holding({ symbol: 'BBB', quote: null, weight_percent_at_quotes: 49.55 }),
    ],
    totals: {
      ...holdingList().totals,
      value_at_quotes: 1110,
      without_quote: 1,
      unrealised_at_quotes: 92,
      unrealised_percent_at_quotes: 9.04,
      day_change_at_quotes: 30,
      day_change_percent_at_quotes: 2.78,
    },
  };
}

/** All portfolios as one, with overrides. */
export function portfolioOverview(facts: Partial<PortfolioOverview> = {}): PortfolioOverview {
  const { date: _, as_of: __, ...held } = holdingList();
  return {
    currency: 'EUR',
    cash_tracking: false,
    portfolios: [{ id: portfolioId, name: 'Retirement', value: 550, weight: 1, gain: 134 }],
    ...held,
    performance: portfolioPerformance(),
    ...facts,
  };
}
