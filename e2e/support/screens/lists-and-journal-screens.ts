import type { Page } from '@playwright/test';
import type { Server } from '../server.ts';
import type { Screen } from './screens.ts';

const written = { created_at: '2026-11-01T08:00:00.000Z', updated_at: '2026-11-01T08:00:00.000Z' };

const techId = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c41';
const emptyId = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c42';

const lists = [
  { id: techId, name: 'Tech', color: 'blue', position: 0, size: 3, symbols: ['NVDA', 'AAPL', 'MSFT'] },
  { id: emptyId, name: 'To look at again', color: 'orange', position: 1, size: 0, symbols: [] },
];

function answerLists(server: Server) {
  return server.answer('lists.list', {
    lists: lists.map((list) => ({ ...list, ...written })),
    total: lists.length,
  });
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

const entries = [
  {
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c51',
    symbol: 'AAPL',
    name: 'Apple Inc.',
    currency: 'USD',
    day: dayBefore(20),
    kind: 'idea',
    text: 'Services grow faster than devices, see https://example.com/report.',
    close: 243.1,
    close_date: dayBefore(20),
    last_close: 249.65,
  },
  {
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c52',
    symbol: 'AAPL',
    name: 'Apple Inc.',
    currency: 'USD',
    day: dayBefore(120),
    kind: 'review',
    text: 'The thesis holds.\nLook again after the next report.',
    close: 171.2,
    close_date: dayBefore(120),
    last_close: 249.65,
  },
];

function answerEntries(server: Server) {
  return server.answer('journal.list', {
    entries: entries.map((entry) => ({ ...entry, ...written })),
    total: entries.length,
  });
}

async function openList(page: Page, id: string): Promise<void> {
  await page.goto(`/stocks?list=${id}`);
  await page.getByRole('button', { name: 'Menu of Tech' }).waitFor();
}

/** Screens of lists and of the journal, of an account with stocks. */
export const listsAndJournalScreens: Readonly<Record<string, Screen>> = {
  'stocks-of-a-list': {
    provoke: answerLists,
    open: async (page) => {
      await openList(page, techId);
      await page.getByRole('article', { name: /^NVDA/ }).waitFor();
    },
  },
  'list-empty': {
    provoke: answerLists,
    open: async (page) => {
      await openList(page, emptyId);
      await page.getByText(/^Nothing on this list yet\./).waitFor();
    },
  },
  'list-unknown': {
    provoke: answerLists,
    open: async (page) => {
      await openList(page, '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c49');
      await page.getByText('List not found').waitFor();
    },
  },
  'list-menu': {
    provoke: answerLists,
    open: async (page) => {
      await openList(page, techId);
      await page.getByRole('button', { name: 'Menu of Tech' }).click();
      await page.getByRole('menuitem', { name: 'Delete list' }).waitFor();
    },
  },
  'list-dialog': {
    provoke: answerLists,
    open: async (page) => {
      await openList(page, techId);
      await page.getByRole('button', { name: 'New list' }).click();
      await page.getByRole('group', { name: 'Color' }).waitFor();
    },
  },
  'stock-lists-menu': {
    provoke: answerLists,
    open: async (page) => {
      await openList(page, techId);
      await page.getByRole('button', { name: 'Menu of AAPL' }).click();
      await page.getByRole('menuitem', { name: 'Move up' }).waitFor();
    },
  },
  journal: {
    provoke: answerEntries,
    open: async (page) => {
      await page.goto('/journal');
      await page.getByText('The thesis holds.').waitFor();
    },
  },
  'journal-empty': {
    open: async (page) => {
      await page.goto('/journal');
      await page.getByText(/^No entries yet\./).waitFor();
    },
  },
  'journal-entry': {
    provoke: answerEntries,
    open: async (page) => {
      await page.goto('/journal');
      await page.getByRole('button', { name: 'Add entry' }).click();
      await page.getByLabel('Text').fill('Bought on the day of the report.');
    },
  },
  'journal-of-a-stock': {
    provoke: answerEntries,
    open: async (page) => {
      await page.goto('/stocks/AAPL');
      await page.getByText('J Journal').waitFor();
      await page.getByText('The thesis holds.').waitFor();
    },
  },
};
