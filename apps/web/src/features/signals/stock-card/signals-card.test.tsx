import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { formatTime } from '#lib/format/dates.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { signalEntry, signalRule, stockRule } from '#testing/signals.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { SignalsCard } from './signals-card.tsx';

const oversold = stockRule();

function open(answers: Answers) {
  const seen = fakeServer(answers);
  const onEdit = vi.fn();
  render(
    <SignedIn>
      <SignalsCard symbol="AAPL" isFavorite message={null} onAdd={() => {}} onEdit={onEdit} />
    </SignedIn>,
  );
  return { seen, onEdit };
}

async function chooseInMenu(item: string) {
  fireEvent.click(await screen.findByRole('button', { name: /^Menu of/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

it('says that it is loading, and then that there are no rules', async () => {
  open({ 'signals.rules.list': () => ({ rules: [], total: 0 }) });
  expect(screen.getByText('Loading signals...')).toBeTruthy();
  expect(
    await screen.findByText(
      "No signals yet. Add one on a stock's page, or write a rule for your whole list.",
    ),
  ).toBeTruthy();
});

it('shows the error of the server, and loads again on request', async () => {
  const answers: Answers = { 'signals.rules.list': failWith(new ErrorResponse(429, 'Slow down.')) };
  open(answers);
  expect(await screen.findByText('Slow down.')).toBeTruthy();
  answers['signals.rules.list'] = () => ({ rules: [oversold], total: 1 });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('RSI (14) crosses above 30')).toBeTruthy();
});

it('shows the last date, the sentence of a named rule, and its problem', async () => {
  const rule = stockRule({
    name: 'Oversold',
    last_signal: '2026-11-03',
    problems: [{ symbol: 'AAPL', message: 'Not evaluated since Nov 18, 2026: Yahoo refuses requests' }],
  });
  const { seen } = open({ 'signals.rules.list': () => ({ rules: [rule], total: 1 }) });
  expect(await screen.findByText('Oversold')).toBeTruthy();
  expect(screen.getByText('RSI (14) crosses above 30')).toBeTruthy();
  expect(screen.getByText('Last signal at the close of Nov 3, 2026')).toBeTruthy();
  expect(screen.getByText('Not evaluated since Nov 18, 2026: Yahoo refuses requests')).toBeTruthy();
  expect(seen[0]?.input).toEqual({ symbol: 'AAPL' });
});

it('marks a rule that is checked during the session, with the minute of its last signal', async () => {
  const rule = stockRule({ during_session: true, last_signal: '2026-11-20' });
  const price_time = '2026-11-20T20:42:00.000Z';
  open({
    'signals.rules.list': () => ({ rules: [rule], total: 1 }),
    'signals.list': () => ({ signals: [signalEntry({ rule_id: rule.id, price_time })], total: 1, unread: 0 }),
  });
  expect(await screen.findByText('During the session')).toBeTruthy();
  expect(await screen.findByText(`Last signal on Nov 20, 2026, ${formatTime(price_time)}`)).toBeTruthy();
});

it('switches a rule off at once, and on again if that fails', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { seen } = open({
    'signals.rules.list': () => ({ rules: [oversold], total: 1 }),
    'signals.rules.update': () => promise,
  });
  const toggle = await screen.findByRole('switch', { name: 'RSI (14) crosses above 30' });
  fireEvent.click(toggle);
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'));
  await waitFor(() => expect(seen.at(-1)?.input).toEqual({ id: oversold.id, is_active: false }));
  reject(new ErrorResponse(404, 'Rule not found'));
  expect(await screen.findByRole('alertdialog', { name: 'Rule not found' })).toBeTruthy();
  expect(toggle.getAttribute('aria-checked')).toBe('true');
});

it('deletes a rule after a question', async () => {
  let rules = [oversold];
  const { seen } = open({
    'signals.rules.list': () => ({ rules, total: rules.length }),
    'signals.rules.delete': () => {
      rules = [];
      return oversold;
    },
  });
  await chooseInMenu('Delete');
  const question = await screen.findByRole('alertdialog', {
    name: 'Delete "RSI (14) crosses above 30"? Its signals stay.',
  });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/^No signals yet/)).toBeTruthy();
  expect(seen.some(({ procedure }) => procedure === 'signals.rules.delete')).toBe(true);
});

it('opens a rule for editing', async () => {
  const { onEdit } = open({ 'signals.rules.list': () => ({ rules: [oversold], total: 1 }) });
  await chooseInMenu('Edit');
  await waitFor(() => expect(onEdit).toHaveBeenCalledWith(oversold));
});

it('lists the rules over lists that watch the stock, apart', async () => {
  const overList = signalRule({ name: 'Breakout' });
  const off = signalRule({ name: 'Off', is_active: false });
  open({
    'signals.rules.list': ({ input }) => {
      const rules = input?.symbol === undefined ? [oversold, overList, off] : [oversold];
      return { rules, total: rules.length };
    },
  });
  const lists = await screen.findByRole('region', { name: 'Rules over lists' });
  expect(within(lists).getByRole('switch', { name: 'Breakout' })).toBeTruthy();
  expect(within(lists).getByText('Whole watch list')).toBeTruthy();
  expect(within(lists).getAllByRole('switch')).toHaveLength(1);
});
