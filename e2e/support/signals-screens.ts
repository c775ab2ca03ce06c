import type { Page } from '@playwright/test';
import type { Screen } from './screens.ts';
import type { Server } from './server.ts';

interface Entry {
  readonly id: string;
  readonly kind: 'signal' | 'notice';
  readonly symbol: string | null;
  readonly bar_date: string;
  readonly sentence: string;
  readonly is_read: boolean;
  readonly [fact: string]: unknown;
}

let lastId = 0;

function uuid(): string {
  lastId += 1;
  return `0b6a4f0e-5b7e-4a53-9f5e-${String(lastId).padStart(12, '0')}`;
}

/** An entry of the inbox, with overrides. */
export function signalEntry(facts: Partial<Entry>): Entry {
  return {
    id: uuid(),
    kind: 'signal',
    rule_id: null,
    strategy_id: null,
    side: null,
    symbol: 'AAPL',
    bar_date: '2026-11-20',
    close: 187.4,
    currency: 'USD',
    values: [],
    sentence:
      'AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026 (31.2 after 28.9). Close $187.40.',
    data_source: 'yahoo',
    is_read: true,
    created_at: '2026-11-20T22:15:00.000Z',
    ...facts,
  };
}

/** An inbox with unread and read entries, notices and simulated data. */
const inbox: readonly Entry[] = [
  signalEntry({ is_read: false }),
  signalEntry({
    symbol: 'MSFT',
    is_read: false,
    data_source: 'simulated',
    sentence:
      'MSFT: became true: close is above SMA (200) and volume is above 2 × SMA (volume, 20) at the close of Nov 20, 2026. Close $512.20.',
  }),
  signalEntry({
    kind: 'notice',
    symbol: 'NVDA',
    bar_date: '2026-11-18',
    is_read: false,
    close: null,
    data_source: null,
    sentence: 'NVDA was split 10:1: 1,200 in your rule is now 120',
  }),
  signalEntry({
    kind: 'notice',
    symbol: null,
    bar_date: '2026-11-18',
    close: null,
    data_source: null,
    sentence: 'The channel "My phone" was switched off: its target has failed for five days',
  }),
  signalEntry({
    symbol: 'EURUSD=X',
    bar_date: '2026-11-17',
    sentence: 'EURUSD=X: price touched 1.1 at the close of Nov 17, 2026. Close 1.10.',
  }),
];

function answerInbox(server: Server, signals: readonly Entry[]): Promise<void> {
  const unread = signals.filter(({ is_read }) => !is_read).length;
  return server.answer('signals.list', { signals, total: signals.length, unread });
}

function rule(facts: Readonly<Record<string, unknown>>) {
  return {
    id: uuid(),
    name: 'RSI (14) crosses above 30',
    when: 'rsi(14) crosses above 30',
    sentence: 'RSI (14) crosses above 30',
    scope: 'stock',
    symbol: 'AAPL',
    trigger: 'becomes_true',
    quiet_bars: 0,
    is_active: true,
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
    signal_count: 14,
    last_signal: '2026-11-03',
    problems: [],
    ...facts,
  };
}

/** Rules of one stock and of lists, one of them with problems. */
const rules = [
  rule({}),
  rule({
    name: 'Golden cross',
    when: 'sma(50) crosses above sma(200)',
    sentence: 'SMA (50) crosses above SMA (200)',
    scope: 'watch_list',
    symbol: null,
    signal_count: 3,
    problems: [
      { symbol: 'XYZ', message: 'SMA (200) needs 201 bars, XYZ has 12' },
      { symbol: 'NVDA', message: 'Not evaluated since Nov 18, 2026: Yahoo refuses requests' },
    ],
  }),
  rule({
    name: 'RSI (14) is above 70',
    when: 'rsi(14) > 70',
    sentence: 'RSI (14) is above 70',
    scope: 'favorites',
    symbol: null,
    trigger: 'once',
    is_active: false,
    signal_count: 0,
    last_signal: null,
  }),
];

function answerRules(server: Server, list: readonly unknown[]): Promise<void> {
  return server.answer('signals.rules.list', { rules: list, total: list.length });
}

function channel(facts: Readonly<Record<string, unknown>>) {
  return {
    id: uuid(),
    kind: 'ntfy',
    name: 'My phone',
    target: 'https://ntfy.sh/my-stock-signals',
    is_active: true,
    is_confirmed: true,
    has_secret: false,
    last_ok_at: '2026-11-20T22:15:20.000Z',
    last_error: null,
    failing_since: null,
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
    ...facts,
  };
}

const channels = [
  channel({}),
  channel({
    kind: 'webhook',
    name: 'Home automation',
    target: 'https://automation.example.com/hooks/stockbook/end-of-day/signals',
    has_secret: true,
    last_error: 'The target answered 500',
    failing_since: '2026-11-18T22:15:20.000Z',
  }),
  channel({
    kind: 'email',
    name: 'Work',
    target: 'ada@work.example.com',
    is_confirmed: false,
    last_ok_at: null,
  }),
];

function delivery(facts: Readonly<Record<string, unknown>>) {
  return {
    id: uuid(),
    channel_id: channels[0]?.id,
    channel_name: 'My phone',
    kind: 'ntfy',
    signal_ids: [uuid()],
    status: 'delivered',
    attempts: 1,
    next_attempt_at: null,
    http_status: 200,
    error: null,
    created_at: '2026-11-20T22:15:00.000Z',
    ...facts,
  };
}

const deliveries = [
  delivery({}),
  delivery({
    channel_name: 'Home automation',
    kind: 'webhook',
    status: 'pending',
    attempts: 3,
    next_attempt_at: '2026-11-20T22:50:00.000Z',
    http_status: 500,
    error: 'The target answered 500',
    signal_ids: [uuid(), uuid()],
  }),
  delivery({
    channel_name: 'Home automation',
    kind: 'webhook',
    status: 'failed',
    attempts: 10,
    http_status: null,
    error: 'The target did not answer within 15 seconds',
  }),
];

async function answerDelivery(server: Server): Promise<void> {
  await server.answer('notifications.listChannels', {
    channels,
    total: channels.length,
    kinds: ['webhook', 'ntfy', 'apprise', 'email'],
  });
  await server.answer('notifications.listDeliveries', { deliveries, total: deliveries.length });
}

async function openDelivery(page: Page): Promise<void> {
  await page.goto('/signals?tab=delivery');
  await page.getByRole('heading', { name: 'Recent deliveries' }).waitFor();
}

/** The page of a confirmation link, for visitors without a sign-in. */
export const confirmScreens: Readonly<Record<string, Screen>> = {
  'confirm-address': { open: (page) => page.goto('/confirm-address#secret') },
  'confirm-address-failed': {
    provoke: (server) =>
      server.refuse('notifications.confirmChannel', {
        status: 404,
        message: 'This link is not valid or was used already. Enter the address again for a new one',
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
      await page.getByLabel('Matching').selectOption('Golden cross');
      await page.getByText('True since').first().waitFor();
      await page.getByText('1 stock was skipped').click();
    },
  },
  'stocks-matching-typed': {
    provoke: (server) => answerRules(server, []),
    open: async (page) => {
      await page.goto('/stocks');
      await page.getByLabel('Matching').selectOption('Type a rule…');
      await page.getByLabel('Rule').fill('rsi(14) above 30');
      await page.getByRole('button', { name: 'Show matches' }).click();
      await page.getByText('Unexpected "above"').waitFor();
    },
  },
};
