import type { SignalEntry } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { formatTime } from '#lib/format/dates.ts';
import { type Answers, ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { signalEntry } from '#testing/signals.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import type { InboxFilter } from '../api/inbox.ts';
import { SignalInbox } from './signal-inbox.tsx';

const everything: InboxFilter = { isUnread: false };

function Inbox({ initial }: { initial: InboxFilter }) {
  const [filter, setFilter] = useState(initial);
  return <SignalInbox filter={filter} onFilter={setFilter} symbols={['AAPL', 'MSFT']} />;
}

/** Renders the inbox of a server with these entries; answers may be replaced. */
function open(
  entries: SignalEntry[],
  { answers = {}, initial = everything }: { answers?: Answers; initial?: InboxFilter } = {},
) {
  let stored = entries;
  const countUnread = () => stored.filter(({ is_read }) => !is_read).length;
  const seen = fakeServer({
    'signals.list': ({ input }) => {
      const { symbol, unread, limit = 1_000, offset = 0 } = input ?? {};
      const matching = stored.filter(
        (entry) => (!symbol || entry.symbol === symbol) && (unread === undefined || entry.is_read !== unread),
      );
      return {
        signals: matching.slice(offset, offset + limit),
        total: matching.length,
        unread: countUnread(),
      };
    },
    'signals.markRead': ({ input: { ids, until } }) => {
      stored = stored.map((entry) =>
        ids?.includes(entry.id) || (until && entry.bar_date <= until) ? { ...entry, is_read: true } : entry,
      );
      return { unread: countUnread() };
    },
    ...answers,
  });
  render(
    <SignedIn>
      <InRouter>
        <Inbox initial={initial} />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

const unreadMarks = () => screen.queryAllByText('Unread', { selector: '.sr-only' });

it('shows the minute of a signal during the session, and its correction', async () => {
  const price_time = '2026-11-20T20:42:00.000Z';
  const correction = 'The final bar of Nov 20, 2026 did not reach 187.50.';
  open([
    signalEntry({ checked: 'session', price_time, is_confirmed: false, correction }),
    signalEntry({ symbol: 'MSFT', checked: 'session', price_time, is_confirmed: true }),
  ]);
  expect(await screen.findAllByText(formatTime(price_time))).toHaveLength(2);
  expect(screen.getAllByText(correction)).toHaveLength(1);
});

it('groups the entries by day, and links a signal to its bar', async () => {
  open([
    signalEntry(),
    signalEntry({
      symbol: 'MSFT',
      sentence: 'MSFT: close was above 500 at the close of Nov 20, 2026. Close $512.20.',
    }),
    signalEntry({ bar_date: '2026-11-03', data_source: 'simulated' }),
  ]);
  const today = await screen.findByRole('region', { name: 'Nov 20, 2026' });
  expect(within(today).getAllByRole('listitem')).toHaveLength(2);
  expect(
    within(today).getByText('Close was above 500 at the close of Nov 20, 2026. Close $512.20.'),
  ).toBeTruthy();
  expect(within(today).getByRole('link', { name: 'AAPL' }).getAttribute('href')).toBe(
    '/stocks/AAPL?date=2026-11-20',
  );
  expect(within(today).queryByText('Simulated data')).toBeNull();
  const earlier = screen.getByRole('region', { name: 'Nov 3, 2026' });
  expect(within(earlier).getByText('Simulated data')).toBeTruthy();
});

it('shows notices, with and without a stock', async () => {
  open([
    signalEntry({
      kind: 'notice',
      symbol: 'NVDA',
      sentence: 'NVDA was split 10:1: 1,200 in your rule is now 120',
      rules: [{ id: 'b1f0a1f4-7d5e-4f0e-9d7a-0a8f3f0a9c11', name: 'price touches 120' }],
    }),
    signalEntry({ kind: 'notice', symbol: null, sentence: 'The channel was switched off' }),
  ]);
  expect(await screen.findByText('NVDA was split 10:1: 1,200 in your rule is now 120')).toBeTruthy();
  expect(screen.getAllByText('Notice')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'NVDA' }).getAttribute('href')).toBe('/stocks/NVDA');
  expect(screen.getByRole('link', { name: 'Price touches 120' })).toBeTruthy();
});

it('marks an entry as read when it is opened', async () => {
  const entry = signalEntry();
  const { inputsOf } = open([entry, signalEntry({ symbol: 'MSFT' })]);
  fireEvent.click(await screen.findByRole('link', { name: 'AAPL' }));
  await waitFor(() => expect(unreadMarks()).toHaveLength(1));
  expect(inputsOf('signals.markRead')).toEqual([{ ids: [entry.id] }]);
});

it('keeps an entry in the list of unread ones after it was marked', async () => {
  open([signalEntry(), signalEntry({ symbol: 'MSFT' })], { initial: { isUnread: true } });
  const [mark] = await screen.findAllByRole('button', { name: 'Mark as read' });
  if (mark) fireEvent.click(mark);
  await waitFor(() => expect(unreadMarks()).toHaveLength(1));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('marks everything up to the latest day as read', async () => {
  const { inputsOf } = open([signalEntry(), signalEntry({ bar_date: '2026-11-03' })]);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all as read' });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(unreadMarks()).toHaveLength(0));
  expect(inputsOf('signals.markRead')).toEqual([{ until: '2026-11-20' }]);
  expect(button.disabled).toBe(true);
});

it('marks only the entries of the chosen stock as read', async () => {
  const entry = signalEntry();
  const { inputsOf } = open([entry, signalEntry({ symbol: 'MSFT' })]);
  await screen.findByRole('link', { name: 'MSFT' });
  fireEvent.change(screen.getByLabelText('Stock'), { target: { value: 'AAPL' } });
  await waitFor(() => expect(screen.queryByRole('link', { name: 'MSFT' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(inputsOf('signals.markRead')).toEqual([{ ids: [entry.id] }]));
});

it('shows an error when marking fails', async () => {
  open([signalEntry()], {
    answers: {
      'signals.markRead': () => {
        throw new TypeError('Failed to fetch');
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
  expect(await screen.findByRole('alertdialog', { name: 'Failed to save signal' })).toBeTruthy();
  expect(unreadMarks()).toHaveLength(1);
});

it('loads the next entries on Show more, without repeating any', async () => {
  const entries = Array.from({ length: 60 }, () => signalEntry());
  const { inputsOf } = open(entries);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(60));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(inputsOf('signals.list')).toEqual([
    { limit: 50, offset: 0 },
    { limit: 50, offset: 50 },
  ]);
});

it('shows the hint for an empty inbox, and another one for filters that match nothing', async () => {
  open([]);
  const hint = "No signals yet. Add one on a stock's page, or write a rule for your whole list.";
  expect(screen.getByText('Loading signals...')).toBeTruthy();
  expect(await screen.findByText(hint)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Unread' }));
  expect(await screen.findByText('No signal matches.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all signals' }));
  expect(await screen.findByText(hint)).toBeTruthy();
});

it('shows the error of the server, or else its own sentence, and retries', async () => {
  let failure: Error | null = new ErrorResponse(400, 'Not today');
  open([signalEntry()], {
    answers: {
      'signals.list': () => {
        if (failure) throw failure;
        return { signals: [signalEntry()], total: 1, unread: 1 };
      },
    },
  });
  expect(await screen.findByText('Not today')).toBeTruthy();
  failure = null;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'AAPL' })).toBeTruthy();
});
