import type { ActiveSignIn } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { SignedIn, signedInSession } from '#testing/signed-in.tsx';
import { SignInsCard } from './sign-ins-card.tsx';

const current: ActiveSignIn = {
  id: '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11',
  created_at: new Date(2026, 10, 3, 10).toISOString(),
  last_used_at: new Date().toISOString(),
  expires_at: '2099-12-03T10:00:00.000Z',
  address: '203.0.113.7',
  client: 'Firefox on Linux',
  is_current: true,
};
const phone: ActiveSignIn = {
  ...current,
  id: '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c12',
  last_used_at: new Date(2026, 9, 30, 10).toISOString(),
  address: '198.51.100.4',
  client: 'Safari on iOS',
  is_current: false,
};

function open(session = signedInSession()) {
  render(
    <SignedIn session={session}>
      <SignInsCard />
    </SignedIn>,
  );
}

async function choose(name: string | RegExp, button: string) {
  const dialog = await screen.findByRole('alertdialog', { name });
  fireEvent.click(within(dialog).getByRole('button', { name: button }));
}

const rows = () => within(screen.getByRole('list', { name: 'Sign-ins' })).queryAllByRole('listitem');

describe('the list of sign-ins', () => {
  it('tells device, address and days, and marks this device', async () => {
    const unknown = { ...phone, id: '3', client: null, address: null };
    fakeServer({ 'auth.signIns': () => ({ sign_ins: [current, phone, unknown], total: 3 }) });
    open();
    await screen.findByText('This device');
    expect(rows().map((row) => row.textContent)).toEqual([
      'Firefox on Linux · 203.0.113.7This deviceSigned in Nov 3, 2026 · last used today',
      'Safari on iOS · 198.51.100.4Signed in Nov 3, 2026 · last used Oct 30, 2026Sign out',
      'Unknown deviceSigned in Nov 3, 2026 · last used Oct 30, 2026Sign out',
    ]);
  });

  it('ends one after a confirmation, and shows an error when that fails', async () => {
    let signIns = [current, phone];
    let isBroken = true;
    const seen = fakeServer({
      'auth.signIns': () => ({ sign_ins: signIns, total: signIns.length }),
      'auth.endSignIn': ({ input }) => {
        if (isBroken) throw new TypeError('Failed to fetch');
        signIns = signIns.filter(({ id }) => id !== input.signInId);
        return { message: 'The sign-in was ended' };
      },
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }));
    await choose('Sign out Safari on iOS? It stops working at once.', 'Cancel');
    expect(seen.some(({ procedure }) => procedure === 'auth.endSignIn')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }));
    await choose('Sign out Safari on iOS? It stops working at once.', 'Sign out');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to end the sign-in');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }));
    await choose('Sign out Safari on iOS? It stops working at once.', 'Sign out');
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('shows five, and all of them on request', async () => {
    const all = Array.from({ length: 7 }, (_, index) => ({ ...phone, id: String(index) }));
    fakeServer({
      'auth.signIns': ({ input }) => ({ sign_ins: all.slice(0, input?.limit), total: all.length }),
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show all 7' }));
    await waitFor(() => expect(rows()).toHaveLength(7));
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  it('offers a retry when loading fails', async () => {
    let isBroken = true;
    fakeServer({
      'auth.signIns': () => {
        if (isBroken) throw new TypeError('Failed to fetch');
        return { sign_ins: [current], total: 1 };
      },
    });
    open();
    expect(await screen.findByText('Failed to load sign-ins')).toBeTruthy();
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('This device')).toBeTruthy();
  });
});

describe('signing out everywhere', () => {
  it('clears the session only after the server has ended all sessions', async () => {
    let isBroken = true;
    const seen = fakeServer({
      'auth.logoutAll': () => {
        if (isBroken) throw new ErrorResponse(503, 'The database cannot be reached');
        return { message: 'Signed out everywhere', ended: 3 };
      },
    });
    const clear = vi.fn();
    open(signedInSession({ clear }));
    fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await choose(/on all others/, 'Sign out everywhere');
    expect(await screen.findByText('The database cannot be reached')).toBeTruthy();
    expect(clear).not.toHaveBeenCalled();

    isBroken = false;
    fireEvent.click(screen.getByLabelText('Also revoke my personal access tokens'));
    fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await choose(/on all others/, 'Sign out everywhere');
    await waitFor(() => expect(clear).toHaveBeenCalledOnce());
    expect(seen.flatMap((call) => (call.procedure === 'auth.logoutAll' ? [call.input] : []))).toEqual([
      { tokens: false },
      { tokens: true },
    ]);
  });
});
