import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SignedInProviders } from '../../app/providers.tsx';
import { fakeServer, Refusal } from '../../testing/fake-server.ts';
import { watchListItem } from '../../testing/watch-list-item.ts';
import { NotesCard } from './notes-card.tsx';

function open(notes: string | null) {
  const item = watchListItem({ symbol: 'AAPL' }, { notes });
  render(
    <SignedInProviders>
      <NotesCard item={item} />
    </SignedInProviders>,
  );
  return item;
}

function edit(text: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Notes', { selector: 'textarea' });
  fireEvent.change(field, { target: { value: text } });
  return field;
}

it('keeps the draft in the form when the server refuses it, and saves it at the next try', async () => {
  let isRefused = true;
  const seen = fakeServer({
    'stocks.update': ({ input }) => {
      if (isRefused) throw new Refusal(503, 'The database cannot be reached');
      return { ...item, ...(input as object) };
    },
  });
  const item = open('Bought in May.');
  const field = edit('Bought in May, sold in June.');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const alert = await screen.findByRole('alertdialog', { name: 'The database cannot be reached' });
  expect(field.value).toBe('Bought in May, sold in June.');
  fireEvent.click(within(alert).getByRole('button', { name: 'OK' }));

  isRefused = false;
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(seen.at(-1)?.input).toEqual({ symbol: 'AAPL', notes: 'Bought in May, sold in June.' });
});

it('has the refused draft again for who comes back, until they discard it', async () => {
  fakeServer({
    'stocks.update': () => {
      throw new Refusal(503, 'The database cannot be reached');
    },
  });
  open('Bought in May.');
  edit('Bought in May, sold in June.');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('alertdialog', { name: 'The database cannot be reached' });
  cleanup();

  open('Bought in May.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Notes', { selector: 'textarea' }).value).toBe(
    'Bought in May, sold in June.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  cleanup();

  open('Bought in May.');
  expect(screen.getByText('Bought in May.')).toBeTruthy();
});

it('says that there are none, and discards the draft on Cancel', () => {
  const seen = fakeServer({});
  open(null);
  expect(screen.getByText('No notes yet. Click edit to add notes.')).toBeTruthy();
  const field = edit('Never mind.');
  expect(field.placeholder).toBe('Add your notes about this stock...');
  expect(field.rows).toBe(4);
  expect(document.activeElement).toBe(field);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('No notes yet. Click edit to add notes.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Notes', { selector: 'textarea' }).value).toBe('');
  expect(seen).toEqual([]);
});
