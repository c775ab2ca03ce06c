import type { Page } from '@playwright/test';
import type { Server } from '../server.ts';

/** A screen in one of its states. */
export interface Screen {
  /** Prepares the state before the page loads. */
  readonly provoke?: (server: Server) => Promise<unknown>;
  readonly open: (page: Page) => Promise<unknown>;
  /** Reports of the browser about this state. */
  readonly errors?: RegExp;
}

async function openAddDialog(page: Page): Promise<void> {
  await page.goto('/stocks');
  await page.getByRole('button', { name: 'Add Stock' }).click();
  await page.getByRole('dialog').waitFor();
}

async function openPublic(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

function refused(procedure: string) {
  return (server: Server) => server.refuse(procedure, { message: 'The database cannot be reached.' });
}

/** Screens of a visitor without a sign-in. */
export const publicScreens: Readonly<Record<string, Screen>> = {
  landing: { open: (page) => openPublic(page, '/') },
  'sign-in': { open: (page) => openPublic(page, '/login') },
  'sign-in-invalid': {
    open: async (page) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Email is required').waitFor();
    },
  },
  'sign-up': { open: (page) => openPublic(page, '/register') },
  'sign-up-invalid': {
    open: async (page) => {
      await page.goto('/register');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByText('Email is required').waitFor();
    },
  },
  'sign-in-refused': {
    provoke: refused('auth.login'),
    open: async (page) => {
      await page.goto('/login');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Password').fill('a sentence');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
};

/** Screens of a new account. */
export const emptyStateScreens: Readonly<Record<string, Screen>> = {
  'session-unreachable': {
    provoke: (server) => server.refuse('auth.me', { status: 503, message: 'Try again shortly.' }),
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByText('The server cannot be reached. Trying again...').waitFor();
    },
  },
  dashboard: {
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    },
  },
  'user-menu': {
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.getByRole('link', { name: 'Settings' }).waitFor();
    },
  },
  shortcuts: {
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  'stocks-empty': {
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByText('No stocks tracked yet').waitFor();
    },
  },
  'stocks-error': {
    provoke: refused('stocks.list'),
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('alert').waitFor();
    },
  },
  'stocks-loading': {
    provoke: (server) => server.hold('stocks.list'),
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByText('Loading stocks...').waitFor();
    },
  },
  'add-stock': {
    open: async (page) => {
      await openAddDialog(page);
      await page.getByLabel('Stock Symbol or ISIN').pressSequentially('micro');
      await page.getByRole('option', { name: /MSFT/ }).waitFor();
    },
  },
  'add-stock-failed': {
    provoke: (server) => server.refuse('stocks.add', { message: 'No stock found for "NOSUCH"' }),
    open: async (page) => {
      await openAddDialog(page);
      await page.getByLabel('Stock Symbol or ISIN').fill('NOSUCH');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  'add-stock-busy': {
    provoke: (server) => server.hold('stocks.add'),
    open: async (page) => {
      await openAddDialog(page);
      await page.getByLabel('Stock Symbol or ISIN').fill('AAPL');
      await page.keyboard.press('Enter');
      await page.getByText('Adding stock...').waitFor();
    },
  },
  'stock-not-found': {
    provoke: (server) => server.refuse('stocks.get', { status: 404, message: 'Stock not found' }),
    open: async (page) => {
      await page.goto('/stocks/NONE');
      await page.getByRole('heading', { name: 'Stock Not Found' }).waitFor();
    },
  },
  'stock-error': {
    provoke: refused('stocks.get'),
    open: async (page) => {
      await page.goto('/stocks/NONE');
      await page.getByRole('heading', { name: 'Error Loading Stock' }).waitFor();
    },
  },
};
