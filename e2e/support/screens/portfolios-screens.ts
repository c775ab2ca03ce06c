import type { Page } from '@playwright/test';
import { answerQuotes } from '../data/quotes.ts';
import {
  address,
  answeredHoldings,
  answeredHoldingsAtQuotes,
  answeredList,
  answeredOverview,
  answeredPerformance,
  answeredPortfolio,
} from '../portfolios-answers.ts';
import type { Server } from '../server.ts';
import type { Screen } from './screens.ts';

async function answerList(server: Server): Promise<void> {
  await server.answer('portfolios.list', { portfolios: answeredList, total: answeredList.length });
  await server.answer('portfolios.performance', answeredPerformance);
  await server.answer('portfolios.overview', answeredOverview);
}

async function answerPortfolio(server: Server): Promise<void> {
  await server.answer('portfolios.get', answeredPortfolio);
  await server.answer('portfolios.performance', answeredPerformance);
  await server.answer('portfolios.holdings', answeredHoldings);
  await server.answer('portfolios.transactions.list', { transactions: [], total: 3 });
  const day = { date: '2024-01-08', value_before: 2080, inflow: 0, outflow: 1602, value: 540 };
  await server.answer('portfolios.days', { days: [{ ...day, factor: 1.0298, index: 1.0721 }], total: 250 });
}

async function openPortfolio(page: Page): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: /^AAA/ }).waitFor();
  await page.getByRole('figure').waitFor();
}

async function answerPricesOfToday(server: Server): Promise<void> {
  await answerPortfolio(server);
  const answer = answerQuotes(() => ({
    currency: 'EUR',
    price: 112,
    change: 2,
    change_percent: 1.8182,
  }));
  await server.answer('quotes.list', answer);
  await server.answer('portfolios.holdings', answeredHoldingsAtQuotes);
}

async function openMenuItem(page: Page, name: string): Promise<void> {
  await openPortfolio(page);
  await page.getByRole('button', { name: 'More of this portfolio' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('dialog').waitFor();
}

/** Screens of portfolios in their states. */
export const portfoliosScreens: Readonly<Record<string, Screen>> = {
  portfolios: {
    provoke: answerList,
    open: async (page) => {
      await page.goto('/portfolios');
      await page.getByRole('img', { name: /^Value of all portfolios/ }).waitFor();
    },
  },
  'portfolios-empty': {
    provoke: (server) => server.answer('portfolios.list', { portfolios: [], total: 0 }),
    open: async (page) => {
      await page.goto('/portfolios');
      await page.getByText('No portfolios yet. Add one, or import a file.').waitFor();
    },
  },
  'portfolios-loading': {
    provoke: (server) => server.hold('portfolios.list'),
    open: async (page) => {
      await page.goto('/portfolios');
      await page.getByText('Loading portfolios...').waitFor();
    },
  },
  'portfolios-error': {
    provoke: (server) => server.refuse('portfolios.list', { message: 'The database cannot be reached.' }),
    open: async (page) => {
      await page.goto('/portfolios');
      await page.getByRole('alert').waitFor();
    },
  },
  'portfolios-add': {
    provoke: (server) => server.answer('portfolios.list', { portfolios: [], total: 0 }),
    open: async (page) => {
      await page.goto('/portfolios');
      await page.getByRole('button', { name: 'Add Portfolio' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'portfolios-overview': {
    provoke: answerList,
    open: async (page) => {
      await page.goto('/portfolios/overview');
      await page.getByRole('figure').waitFor();
    },
  },
  portfolio: { provoke: answerPortfolio, open: openPortfolio },
  'portfolio-prices-of-today': {
    provoke: answerPricesOfToday,
    open: async (page) => {
      await openPortfolio(page);
      await page.getByRole('switch', { name: 'With prices of today' }).click();
      await page.getByText('stays at its last close').waitFor();
    },
  },
  'portfolio-row': {
    provoke: answerPortfolio,
    open: async (page) => {
      await openPortfolio(page);
      await page.getByRole('button', { name: /^AAA/ }).click();
      await page.getByRole('table', { name: 'Lots of AAA' }).waitFor();
    },
  },
  'portfolio-performance': {
    provoke: answerPortfolio,
    open: async (page) => {
      await page.goto(`${address}?tab=performance&view=return`);
      await page.getByRole('table', { name: 'Day table' }).waitFor();
      await page.getByRole('figure').waitFor();
    },
  },
  'portfolio-how': {
    provoke: answerPortfolio,
    open: async (page) => {
      await openPortfolio(page);
      await page.getByRole('button', { name: 'How? IRR' }).click();
      await page.getByText(/^Your payments/).waitFor();
    },
  },
  'portfolio-settings': {
    provoke: answerPortfolio,
    open: (page) => openMenuItem(page, 'Settings'),
  },
  'portfolio-export': {
    provoke: answerPortfolio,
    open: (page) => openMenuItem(page, 'Export'),
  },
  'portfolio-delete': {
    provoke: answerPortfolio,
    open: (page) => openMenuItem(page, 'Delete portfolio'),
  },
  'portfolio-loading': {
    provoke: async (server) => {
      await server.hold('portfolios.get');
      await server.hold('portfolios.performance');
    },
    open: async (page) => {
      await page.goto(address);
      await page.getByText('Loading portfolio...').waitFor({ state: 'attached' });
    },
  },
  'portfolio-not-found': {
    provoke: async (server) => {
      for (const procedure of ['portfolios.get', 'portfolios.performance']) {
        await server.refuse(procedure, { status: 404, message: 'Portfolio not found' });
      }
    },
    open: async (page) => {
      await page.goto(address);
      await page.getByRole('heading', { name: 'Portfolio Not Found' }).waitFor();
    },
  },
};
