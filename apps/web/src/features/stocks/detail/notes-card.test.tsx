import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { watchListItem } from '#testing/watch-list-item.ts';
import { useStock } from '../api/queries.ts';
import { NotesCard } from './notes-card.tsx';

const draftKey = 'user.1.notesDraft.AAPL';

/** A fake server that stores the notes of AAPL. */
function notesServer(notes: string | null) {
  const state = { item: watchListItem({ symbol: 'AAPL' }, { notes }), isDown: false };
  const seen = fakeServer({
    'stocks.get': () => state.item,
    'stocks.update': ({ input: { symbol: _, ...patch } }) => {
      if (state.isDown) throw new ErrorResponse(503, 'The database cannot be reached');
      state.item = { ...state.item, ...patch };
      return state.item;
    },
  });
  return { state, updates: () => seen.filter(({ procedure }) => procedure === 'stocks.update') };
}

let refresh = async () => {};

function Page() {
  const { item } = useStock('AAPL');
  return item ? <NotesCard item={item} /> : null;
}

/** Opens the page without any state in memory, like a reload or a new tab. */
async function open() {
  function Tab() {
    const [visit, setVisit] = useState(0);
    refresh = async () => act(async () => setVisit(visit + 1));
    return (
      <SignedIn key={visit}>
        <Page />
      </SignedIn>
    );
  }
  render(<Tab />);
  await screen.findByRole('region', { name: 'Notes' });
}

function field(): HTMLTextAreaElement {
  return screen.getByLabelText<HTMLTextAreaElement>('Notes', { selector: 'textarea' });
}

function click(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
}

function type(value: string) {
  fireEvent.change(field(), { target: { value } });
}

function edit(text: string) {
  click('Edit');
  type(text);
}

it('keeps the draft in the form when saving fails, and saves it on the next try', async () => {
  const { state, updates } = notesServer('Bought in May.');
  state.isDown = true;
  await open();
  edit('Bought in May, sold in June.');
  click('Save');
  const alert = await screen.findByRole('alertdialog', { name: 'The database cannot be reached' });
  expect(field().value).toBe('Bought in May, sold in June.');
  fireEvent.click(within(alert).getByRole('button', { name: 'OK' }));

  state.isDown = false;
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(updates().at(-1)?.input).toEqual({ symbol: 'AAPL', notes: 'Bought in May, sold in June.' });
  expect(localStorage.getItem(draftKey)).toBe(null);
});

it('restores the draft after the page was left, until it is discarded', async () => {
  notesServer('Bought in May.');
  await open();
  edit('Bought in May, sold in June.');
  cleanup();

  await open();
  expect(field().value).toBe('Bought in May, sold in June.');
  expect(screen.getByText('Unsaved draft restored')).toBeTruthy();
  expect(document.activeElement).not.toBe(field());
  click('Cancel');
  expect(screen.getByText('Bought in May.')).toBeTruthy();
  expect(localStorage.getItem(draftKey)).toBe(null);
  cleanup();

  await open();
  expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
});

it('shows the placeholder without notes, and discards the draft on Cancel', async () => {
  const { updates } = notesServer(null);
  await open();
  expect(screen.getByText('No notes yet. Click edit to add notes.')).toBeTruthy();
  edit('Never mind.');
  expect(field().placeholder).toBe('Add your notes about this stock...');
  expect(field().rows).toBe(4);
  expect(document.activeElement).toBe(field());
  expect(screen.queryByText('Unsaved draft restored')).toBe(null);
  click('Cancel');
  expect(screen.getByText('No notes yet. Click edit to add notes.')).toBeTruthy();
  click('Edit');
  expect(field().value).toBe('');
  expect(updates()).toEqual([]);
});

it('stores no draft and stays open while the text equals the saved notes', async () => {
  notesServer('Bought in May.');
  await open();
  edit('Bought in May!');
  type('Bought in May.');
  expect(field().value).toBe('Bought in May.');
  expect(localStorage.getItem(draftKey)).toBe(null);
});

it('shows the draft of another tab instead of overwriting it', async () => {
  notesServer('Bought in May.');
  await open();
  edit('From this tab.');
  localStorage.setItem(draftKey, JSON.stringify({ text: 'From that tab.', base: 'Bought in May.' }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: draftKey })));
  expect(field().value).toBe('From that tab.');
});

it('shows the saved notes beside the draft when they have changed since editing began', async () => {
  const { state, updates } = notesServer('Bought in May.');
  await open();
  edit('My draft.');
  state.item = { ...state.item, notes: 'Written on the phone.' };
  await refresh();
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('The saved notes have changed since you began writing:');
  expect(notice.textContent).toContain('Written on the phone.');
  expect(field().value).toBe('My draft.');
  click('Save');
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(updates()).toHaveLength(1);
  expect(state.item.notes).toBe('My draft.');
});

it('shows notes that changed on another device before it overwrites them', async () => {
  const { state, updates } = notesServer('Bought in May.');
  await open();
  edit('My draft.');
  state.item = { ...state.item, notes: 'Written on the phone.' };
  // Queries are fresh for 30 seconds (`staleTime`).
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 60_000);
  click('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('Written on the phone.');
  expect(updates()).toEqual([]);
  clock.mockRestore();
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(state.item.notes).toBe('My draft.');
});

it('does not restore a draft that was saved by a request without a response', async () => {
  const { state } = notesServer('Bought in May.');
  await open();
  edit('Sold in June.');
  state.item = { ...state.item, notes: 'Sold in June.' };
  await refresh();
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(localStorage.getItem(draftKey)).toBe(null);
});
