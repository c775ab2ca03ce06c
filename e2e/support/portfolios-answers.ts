import {
  heldAtQuotes,
  holding,
  holdingList,
  listedPortfolio,
  portfolio,
  portfolioOverview,
  portfolioPerformance,
} from '../../apps/web/src/testing/portfolios.ts';

/** Portfolios and their figures in the server's format, for screens in states that are hard to provoke. */

const simulated = {
  kind: 'simulated' as const,
  symbols: ['AAA'],
  message: 'Simulated data: the prices of AAA are not real',
};

export const answeredPortfolio = portfolio({ description: 'Broad funds, bought monthly' });

export const address = `/portfolios/${answeredPortfolio.id}`;

export const answeredList = [
  listedPortfolio({ is_simulated: true }),
  listedPortfolio({
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4d02',
    name: 'A long name of a portfolio that does not fit into one line of a card',
    as_of: '2026-11-25',
    twr_1y_since: '2025-11-26',
    gain: -1_234_567.89,
    twr_1y: -0.1234,
  }),
];

/** With a day without capital. */
export const answeredPerformance = portfolioPerformance({
  warnings: [simulated],
  problems: [{ date: '2024-01-06', kind: 'no_capital', amount: 50 }],
});

export const answeredOverview = portfolioOverview({
  warnings: [simulated],
  performance: portfolioPerformance({ warnings: [simulated] }),
});

/** With badges, pence, cash below zero, and a question about a stock that is left out. */
export const answeredHoldings = holdingList({
  holdings: [
    holding({ badges: ['Simulated data', 'No prices since May 3, 2025'] }),
    holding({ symbol: 'VOD.L', name: 'Vodafone Group plc', price: 1250, price_currency: 'GBp' }),
  ],
  cash: [{ currency: 'USD', amount: -120.5, value: -110.2, weight_percent: -10 }],
  warnings: [simulated],
  skipped: [{ symbol: 'XYZ', kind: 'unknown_currency', reason: 'The currency of XYZ is not known' }],
});

const atQuotes = heldAtQuotes(new Date().toISOString());

/** The first holding has a price of today; the others stay at their last closes. */
export const answeredHoldingsAtQuotes = {
  ...answeredHoldings,
  holdings: answeredHoldings.holdings.map((each, index) => ({
    ...each,
    quote: index === 0 ? atQuotes.holdings[0]?.quote : null,
    weight_percent_at_quotes: each.weight_percent,
  })),
  totals: atQuotes.totals,
};
