import type { JournalEntry } from '@stockbook/api/schemas';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { today } from '#lib/format/dates.ts';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { SignedIn } from '#testing/signed-in.tsx';
import { sinceThen } from './entry-item.tsx';
import { JournalCard } from './journal-card.tsx';
import { byMonth } from './months.ts';
// Loaded lazily: importing it here keeps its first load out of the tests' waits.
import './entry-form.tsx';

const entry: JournalEntry = {
  id: '00000000-0000-4000-8000-000000000001',
  symbol: 'AAPL',
  name: 'Apple Inc.',
  currency: 'USD',
  day: '2026-11-03',
  kind: 'idea',
  text: 'Services grow, see https://example.com/report.',
  close: 187.4,
  close_date: '2026-11-03',
  last_close: 231.1,
  created_at: '2026-11-03T10:00:00.000Z',
  updated_at: '2026-11-03T10:00:00.000Z',
};

it('says what the price did since an entry, and nothing without one of the closes', () => {
  expect(sinceThen(entry)).toBe('$187.40 → $231.10, +23.32%');
  expect(sinceThen({ ...entry, close: null })).toBeNull();
  expect(sinceThen({ ...entry, last_close: null })).toBeNull();
});

it('groups entries by month in their order', () => {
  const days = ['2026-11-03', '2026-11-01', '2026-10-31'];
  const months = byMonth(days.map((day) => ({ ...entry, day })));
  expect(months.map(({ title, entries }) => [title, entries.map(({ day }) => day)])).toEqual([
    ['November 2026', days.slice(0, 2)],
    ['October 2026', days.slice(2)],
  ]);
});

describe('the card of a stock', () => {
  function open(
    entries: JournalEntry[],
    create = (): JournalEntry => entry,
    openedIds: ReadonlySet<string> = new Set(),
  ) {
    const seen = fakeServer({
      'journal.list': () => ({ entries, total: entries.length }),
      'journal.create': create,
      'journal.delete': () => entry,
    });
    const marked: (readonly JournalEntry[])[] = [];
    const page = () =>
      render(
        <SignedIn>
          <InRouter>
            <JournalCard symbol="AAPL" onEntries={(shown) => void marked.push(shown)} openedIds={openedIds} />
          </InRouter>
        </SignedIn>,
      );
    page();
    const sent = (procedure: string) =>
      seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
    return { sent, marked, page };
  }

  const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add entry' }));
  const field = () => screen.findByLabelText('Text');
  const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });

  it('also shows an older entry that is opened on the chart', async () => {
    const many = ['1', '2', '3', '4', '5'].map((id) => ({ ...entry, id }));
    open(many, undefined, new Set(['5']));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(4));
    expect(screen.getAllByRole('listitem').at(-1)?.id).toBe('entry-5');
  });

  it('shows the newest three entries, and hands all of them to the chart', async () => {
    const many = ['1', '2', '3', '4'].map((id) => ({ ...entry, id }));
    const { marked } = open(many);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
    expect(marked.at(-1)).toHaveLength(4);
    const [link] = screen.getAllByRole('link', { name: 'https://example.com/report' });
    expect(link?.getAttribute('href')).toBe('https://example.com/report');
  });

  it('saves with Ctrl+Enter the day of the user, and takes that back by Undo', async () => {
    const { sent } = open([]);
    expect(await screen.findByText(/^No entries yet\. Write down why/)).toBeTruthy();
    add();
    await type('Why I follow it');
    fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
    expect(sent('journal.create')).toEqual([
      { symbol: 'AAPL', text: 'Why I follow it', kind: 'note', day: today() },
    ]);
    const toast = await screen.findByRole('group', { name: 'Entry about AAPL added' });
    fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent('journal.delete')).toEqual([{ entryId: entry.id }]));
  });

  it('keeps the draft on Escape and after a reload, and asks before Cancel discards it', async () => {
    const { page } = open([]);
    add();
    await type('Half a thought');
    fireEvent.keyDown(await field(), { key: 'Escape' });
    expect(await screen.findByText(/Your unsaved draft is kept/)).toBeTruthy();
    cleanup();
    page();
    expect(await field()).toHaveProperty('value', 'Half a thought');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog', { name: 'Discard this entry?' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Keep writing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
  });

  it('shows the message of the server at its field, and keeps the form', async () => {
    const message = 'An entry cannot lie in the future';
    open([], () => {
      throw new ErrorResponse(400, message, [{ field: 'day', message }]);
    });
    add();
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Text is required')).toBeTruthy();
    await type('Tomorrow');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await field()).toHaveProperty('value', 'Tomorrow');
  });
});
