import type { PersonalAccessToken } from '@stockbook/api/schemas';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { TokensCard } from './tokens-card.tsx';

const exportToken: PersonalAccessToken = {
  id: '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11',
  name: 'nightly export',
  scope: 'read',
  created_at: '2026-11-01T08:00:00.000Z',
  expires_at: '2099-01-30T08:00:00.000Z',
  last_used_at: null,
  last_used_address: null,
};

function open() {
  render(
    <SignedIn>
      <TokensCard />
    </SignedIn>,
  );
}

async function choose(name: RegExp, button: string) {
  const dialog = await screen.findByRole('alertdialog', { name });
  fireEvent.click(within(dialog).getByRole('button', { name: button }));
}

describe('personal access tokens', () => {
  it('shows the secret of a new token once, and lists the token', async () => {
    const tokens: PersonalAccessToken[] = [];
    const seen = fakeServer({
      'auth.tokens': () => ({ tokens, total: tokens.length }),
      'auth.createToken': () => {
        tokens.push(exportToken);
        return { ...exportToken, token: 'sb_secret' };
      },
    });
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText } });
    open();
    expect(await screen.findByText('You have no tokens.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' nightly export ' } });
    fireEvent.change(screen.getByLabelText('Access'), { target: { value: 'read' } });
    fireEvent.change(screen.getByLabelText('Expires after'), { target: { value: '30' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }));

    const secret = await screen.findByLabelText<HTMLInputElement>('Your new token');
    expect(secret.value).toBe('sb_secret');
    expect(screen.getByText('Copy it now: it will not be shown again.')).toBeTruthy();
    expect(seen.find(({ procedure }) => procedure === 'auth.createToken')?.input).toEqual({
      name: ' nightly export ',
      scope: 'read',
      expires_in_days: 30,
    });
    const row = (await screen.findByText('nightly export')).closest('li');
    expect(row?.textContent).toContain('Read only');

    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('The token was copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith('sb_secret');
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(document.body.innerHTML).not.toContain('sb_secret');
    vi.unstubAllGlobals();
  });

  it('requires a name before it calls the server, and shows the error of the server', async () => {
    const seen = fakeServer({
      'auth.tokens': () => ({ tokens: [], total: 0 }),
      'auth.createToken': () => {
        throw new ErrorResponse(409, 'You have 100 tokens: delete one that you no longer need');
      },
    });
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('Name is required')).toBeTruthy();
    expect(seen.some(({ procedure }) => procedure === 'auth.createToken')).toBe(false);
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'one more' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
    expect((await screen.findByRole('alert')).textContent).toContain('You have 100 tokens');
  });

  it('revokes a token after a confirmation, and shows an error when that fails', async () => {
    let isRefused = true;
    fakeServer({
      'auth.tokens': () => ({ tokens: [exportToken], total: 1 }),
      'auth.deleteToken': () => {
        if (isRefused) throw new TypeError('Failed to fetch');
        return { message: 'The token was revoked' };
      },
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke nightly export' }));
    await choose(/nightly export/, 'Revoke');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to revoke the token');
    isRefused = false;
    fireEvent.click(screen.getByRole('button', { name: 'Revoke nightly export' }));
    await choose(/nightly export/, 'Revoke');
    expect(await screen.findByText('You have no tokens.')).toBeTruthy();
  });

  it('offers a retry when loading the list fails', async () => {
    let isBroken = true;
    fakeServer({
      'auth.tokens': () => {
        if (isBroken) throw new ErrorResponse(400, 'Not today');
        return { tokens: [exportToken], total: 1 };
      },
    });
    open();
    expect(await screen.findByText('Not today')).toBeTruthy();
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('nightly export')).toBeTruthy();
    expect(screen.getByText('never')).toBeTruthy();
  });

  it('shows when and from where a token was last used', async () => {
    const used = { last_used_at: '2026-11-20T20:00:00.000Z', last_used_address: '203.0.113.7' };
    fakeServer({ 'auth.tokens': () => ({ tokens: [{ ...exportToken, ...used }], total: 1 }) });
    open();
    expect(await screen.findByText('Nov 20, 2026 · 203.0.113.7')).toBeTruthy();
  });
});
