import type { Page } from '@playwright/test';
import {
  address,
  differentReport,
  equalReport,
  fullReport,
  moveLines,
  moves,
  readingReport,
  storedReport,
} from '../move-in-answers.ts';
import type { Server } from '../server.ts';
import type { Screen } from './screens.ts';

async function openMove(page: Page, path = ''): Promise<void> {
  await page.goto(`${address}${path}`);
  await page.getByRole('list', { name: 'Steps' }).waitFor();
}

const lines = (server: Server) => server.answer('moves.lines', moveLines);

const report = (data: unknown) => (server: Server) => server.answer('moves.get', data);

async function chooseFile(page: Page): Promise<void> {
  await page.goto('/portfolios/move-in');
  await page
    .getByLabel('Files of the program')
    .setInputFiles({ name: 'book.portfolio', mimeType: 'application/zip', buffer: Buffer.from('PORTFOLIO') });
  await page.getByRole('button', { name: 'Next' }).click();
}

/** Screens of moving in, in their states. */
export const moveInScreens: Readonly<Record<string, Screen>> = {
  'move-in': {
    provoke: (server) => server.answer('moves.list', { moves, total: moves.length }),
    open: async (page) => {
      await page.goto('/portfolios/move-in');
      await page.getByText('a-long-name-of-a-file-of-years.portfolio').waitFor();
    },
  },
  'move-in-password': {
    provoke: async (server) => {
      const message = 'This file has a password. Enter it, or save the file without one';
      await server.answer('moves.list', { moves: [], total: 0 });
      await server.refuse('moves.start', { status: 400, message, details: [{ field: 'password', message }] });
    },
    open: async (page) => {
      await chooseFile(page);
      await page.getByLabel('Password of the file').waitFor();
    },
  },
  'move-in-refused': {
    provoke: async (server) => {
      await server.answer('moves.list', { moves: [], total: 0 });
      await server.refuse('moves.start', {
        status: 400,
        message:
          'This file is of 2016 or older. Open it in Portfolio Performance, save it, and choose it again',
      });
    },
    open: async (page) => {
      await chooseFile(page);
      await page.getByRole('alert').waitFor();
    },
  },
  'move-in-reading': {
    provoke: report(readingReport),
    open: async (page) => {
      await openMove(page);
      await page.getByRole('progressbar').waitFor();
    },
  },
  'move-in-check': {
    provoke: async (server) => {
      await report(fullReport)(server);
      await lines(server);
    },
    open: async (page) => {
      await openMove(page);
      await page.getByRole('button', { name: 'Change Apple' }).click();
      await page.getByRole('list', { name: 'Lines, problems first' }).waitFor();
    },
  },
  'move-in-compare': {
    provoke: report(equalReport),
    open: (page) => openMove(page, '?step=compare'),
  },
  'move-in-differences': {
    provoke: report(differentReport),
    open: (page) => openMove(page, '?step=compare'),
  },
  'move-in-done': {
    provoke: report(storedReport),
    open: openMove,
  },
};
