import type { Page } from '@playwright/test';
import type { Server } from '../server.ts';

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
    rules: [],
    sentence:
      'AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026 (31.2 after 28.9). Close $187.40.',
    data_source: 'yahoo',
    is_read: true,
    created_at: '2026-11-20T22:15:00.000Z',
    checked: 'close',
    price_time: null,
    delay_minutes: null,
    is_confirmed: null,
    correction: null,
    ...facts,
  };
}

/** An inbox with unread and read entries, notices and simulated data. */
export const inbox: readonly Entry[] = [
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
    sentence: 'EURUSD=X: price touched 1.1 at the close of Nov 17, 2026. Close 1.1000.',
  }),
];

export function answerInbox(server: Server, signals: readonly Entry[]): Promise<void> {
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
    during_session: false,
    is_active: true,
    expires_on: null,
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
    signal_count: 14,
    last_signal: '2026-11-03',
    problems: [],
    ...facts,
  };
}

/** Rules of one stock and of lists, one of them with problems. */
export const rules = [
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

export function answerRules(server: Server, list: readonly unknown[]): Promise<void> {
  return server.answer('signals.rules.list', { rules: list, total: list.length });
}

/** A channel of the list, with some fields changed. */
export function channel(facts: Readonly<Record<string, unknown>>) {
  return {
    id: uuid(),
    kind: 'ntfy',
    name: 'My phone',
    target: 'https://ntfy.sh/my-stock-signals',
    is_active: true,
    is_confirmed: true,
    confirmation: null,
    confirmation_expires_at: null,
    has_secret: false,
    device: null,
    is_this_device: false,
    last_seen_at: null,
    shows_details: null,
    last_ok_at: '2026-11-20T22:15:20.000Z',
    last_error: null,
    failing_since: null,
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-01T08:00:00.000Z',
    ...facts,
  };
}

export const channels = [
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
    confirmation: 'code',
    confirmation_expires_at: '2026-11-20T22:45:00.000Z',
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

export async function answerDelivery(server: Server): Promise<void> {
  await server.answer('notifications.listChannels', {
    channels,
    total: channels.length,
    kinds: ['webhook', 'ntfy', 'apprise', 'email'],
  });
  await server.answer('notifications.listDeliveries', { deliveries, total: deliveries.length });
}

export async function openDelivery(page: Page): Promise<void> {
  await page.goto('/signals?tab=delivery');
  await page.getByRole('heading', { name: 'Recent deliveries' }).waitFor();
}
