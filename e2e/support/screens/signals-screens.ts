import {
  answerDelivery,
  answerInbox,
  answerRules,
  channels,
  inbox,
  openDelivery,
  rules,
  signalEntry,
} from '../data/signals.ts';
import type { Screen } from './screens.ts';

/** The page of a confirmation link, for visitors without a sign-in. */
export const confirmScreens: Readonly<Record<string, Screen>> = {
  'confirm-address': {
    open: async (page) => {
      await page.goto('/confirm-address#secret');
      await page.getByRole('button', { name: 'Confirm address' }).waitFor();
    },
  },
  'confirm-address-failed': {
    provoke: (server) =>
      server.refuse('notifications.confirmChannel', {
        status: 404,
        message: 'This link is not valid or was used already. Request another one in the list of channels',
      }),
    open: async (page) => {
      await page.goto('/confirm-address#secret');
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
};

/** Screens of an account that tracks stocks, with signals as the server returns them. */
export const signalsScreens: Readonly<Record<string, Screen>> = {
  signals: {
    provoke: (server) => answerInbox(server, inbox),
    open: async (page) => {
      await page.goto('/signals');
      await page.getByRole('link', { name: 'MSFT' }).waitFor();
    },
  },
  'signals-session': {
    provoke: (server) =>
      answerInbox(server, [
        signalEntry({
          is_read: false,
          checked: 'session',
          price_time: '2026-11-20T20:42:00.000Z',
          is_confirmed: false,
          sentence: 'AAPL touched 187.50 on Nov 20, 2026 at 15:42 New York time (187.62 after 186.90).',
          correction: 'The final bar of Nov 20, 2026 did not reach 187.50.',
        }),
        signalEntry({}),
      ]),
    open: async (page) => {
      await page.goto('/signals');
      await page.getByText('did not reach').waitFor();
    },
  },
  'signals-empty': {
    provoke: (server) => answerInbox(server, []),
    open: async (page) => {
      await page.goto('/signals');
      await page.getByText('No signals yet.').waitFor();
    },
  },
  'signals-none-match': {
    provoke: (server) => answerInbox(server, []),
    open: async (page) => {
      await page.goto('/signals?unread=true');
      await page.getByText('No signal matches.').waitFor();
    },
  },
  'signals-loading': {
    provoke: (server) => server.hold('signals.list'),
    open: async (page) => {
      await page.goto('/signals');
      await page.getByText('Loading signals...').waitFor();
    },
  },
  'signals-error': {
    provoke: (server) => server.refuse('signals.list', { message: 'The database cannot be reached.' }),
    open: async (page) => {
      await page.goto('/signals');
      await page.getByRole('alert').waitFor();
    },
  },
  rules: {
    provoke: (server) => answerRules(server, rules),
    open: async (page) => {
      await page.goto('/signals?tab=rules');
      await page.getByRole('switch', { name: 'Golden cross' }).waitFor();
    },
  },
  'rules-empty': {
    open: async (page) => {
      await page.goto('/signals?tab=rules');
      await page.getByText('No signals yet.').waitFor();
    },
  },
  'rules-menu': {
    provoke: (server) => answerRules(server, rules),
    open: async (page) => {
      await page.goto('/signals?tab=rules');
      await page.getByRole('button', { name: 'Menu of Golden cross' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    },
  },
  'rules-add': {
    open: async (page) => {
      await page.goto('/signals?tab=rules');
      await page.getByRole('button', { name: 'Add Signal' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    },
  },
  delivery: {
    provoke: answerDelivery,
    open: async (page) => {
      await openDelivery(page);
      await page.getByRole('button', { name: 'Test My phone' }).waitFor();
    },
  },
  'delivery-empty': {
    open: async (page) => {
      await openDelivery(page);
      await page.getByText('No channels yet.').waitFor();
    },
  },
  'delivery-tested': {
    provoke: async (server) => {
      await answerDelivery(server);
      await server.answer('notifications.testChannel', {
        delivered: false,
        http_status: 500,
        error: 'The target answered 500',
      });
    },
    open: async (page) => {
      await openDelivery(page);
      await page.getByRole('button', { name: 'Test Home automation' }).click();
      await page.getByText('The test message was not delivered.').waitFor();
    },
  },
  'delivery-wrong-code': {
    provoke: async (server) => {
      await answerDelivery(server);
      await server.refuse('notifications.confirmChannelByCode', {
        status: 400,
        message: 'That is not the code, or it has expired',
      });
      await server.refuse('notifications.resendConfirmation', {
        status: 429,
        message: 'You have requested 10 confirmation emails within a day, the maximum. Try again in 24 hours',
      });
    },
    open: async (page) => {
      await openDelivery(page);
      await page.getByRole('button', { name: 'Send another code for Work' }).click();
      await page.getByText('You have requested 10 confirmation emails').waitFor();
      await page.getByRole('textbox', { name: 'Code for Work' }).fill('000000');
      await page.getByRole('button', { name: 'Confirm Work' }).click();
      await page.getByText('That is not the code').waitFor();
    },
  },
  'delivery-secret': {
    provoke: async (server) => {
      await answerDelivery(server);
      await server.answer('notifications.createChannel', {
        ...channels[1],
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      });
    },
    open: async (page) => {
      await openDelivery(page);
      await page.getByRole('button', { name: 'Add Channel' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Home automation');
      await dialog.getByLabel('URL').fill('https://automation.example.com/hooks');
      await dialog.getByRole('button', { name: 'Add Channel' }).click();
      await page.getByLabel('Signing secret of Home automation').waitFor();
    },
  },
  'channel-form': {
    provoke: answerDelivery,
    open: async (page) => {
      await openDelivery(page);
      await page.getByRole('button', { name: 'Add Channel' }).click();
      await page.getByLabel('Kind').selectOption('ntfy');
      await page.getByRole('dialog').getByRole('button', { name: 'Add Channel' }).click();
      await page.getByText('Name is required').waitFor();
    },
  },
  'stocks-matching': {
    provoke: async (server) => {
      await answerRules(server, rules);
      await server.answer('signals.screen', {
        matches: [{ symbol: 'AAPL', since: '2026-11-03', close: 187.4, values: [] }],
        total: 1,
        skipped: [{ symbol: 'MSFT', reason: 'RSI (14) needs 15 bars, MSFT has 12' }],
      });
    },
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: 'Matching' }).click();
      await page.getByRole('button', { name: 'Golden cross' }).click();
      await page.getByText('True since').first().waitFor();
      await page.getByText('1 stock was skipped').click();
    },
  },
  'stocks-matching-typed': {
    provoke: (server) => answerRules(server, []),
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByRole('button', { name: 'Matching' }).click();
      await page.getByLabel('Rule', { exact: true }).fill('rsi(14) above 30');
      await page.getByRole('button', { name: 'Show matches' }).click();
      await page.getByText('Unexpected "above"').waitFor();
    },
  },
};
