import type { SecurityEventOutput } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatDayAndTime } from '#lib/format/dates.ts';
import { fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { ActivityCard } from './activity-card.tsx';

const at = new Date().toISOString();
const signedIn: SecurityEventOutput = {
  id: '1',
  at,
  kind: 'signed_in',
  summary: 'Signed in',
  address: '203.0.113.7',
  client: 'Firefox on Linux',
  sign_in_id: null,
  token_id: null,
  count: 1,
};

it('lists events with device, address and time, and more of them on request', async () => {
  const failed = { ...signedIn, id: '2', summary: 'Failed sign-in', client: null, count: 12 };
  const older = Array.from({ length: 10 }, (_, index) => ({ ...signedIn, id: `older ${index}` }));
  const events = [signedIn, failed, ...older];
  fakeServer({
    'auth.events': ({ input }) => ({ events: events.slice(0, input?.limit), total: events.length }),
  });
  render(
    <SignedIn>
      <ActivityCard />
    </SignedIn>,
  );
  const rows = await screen.findAllByRole('listitem');
  expect(rows).toHaveLength(10);
  expect(rows[0]?.textContent).toBe(`Signed in · Firefox on Linux · 203.0.113.7 · ${formatDayAndTime(at)}`);
  expect(rows[1]?.textContent).toBe(`Failed sign-in · 12 times · 203.0.113.7 · ${formatDayAndTime(at)}`);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(12));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
