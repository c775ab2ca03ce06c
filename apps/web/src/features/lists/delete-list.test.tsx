import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { useDeleteList } from './delete-list.ts';

const list = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Tech',
  color: 'gray' as const,
  position: 0,
  count: 0,
  created_at: '2026-11-03T10:00:00.000Z',
  updated_at: '2026-11-03T10:00:00.000Z',
  symbols: [],
};

function Page() {
  const showToast = useUndoToast();
  const deleteList = useDeleteList();
  return (
    <>
      <button type="button" onClick={() => showToast({ message: 'Note saved', onUndo: () => {} })}>
        Save
      </button>
      <button type="button" onClick={() => void deleteList(list, () => {})}>
        Delete
      </button>
    </>
  );
}

it('removes the message of an earlier change before the server has deleted a list', async () => {
  let end = () => {};
  fakeServer({
    'signals.rules.list': () => ({ rules: [], total: 0 }),
    'lists.delete': () =>
      new Promise((resolve) => {
        end = () => resolve({ message: 'The list was deleted' });
      }),
  });
  render(
    <SignedIn>
      <Page />
    </SignedIn>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Note saved');
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete list' }));
  await waitFor(() => expect(screen.queryByText('Note saved')).toBeNull());
  end();
  await screen.findByText('List Tech deleted');
});
