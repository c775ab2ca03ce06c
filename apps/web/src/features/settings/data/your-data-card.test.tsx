import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { SignedIn, signedInSession } from '#testing/signed-in.tsx';
import { YourDataCard } from './your-data-card.tsx';

function open(session = signedInSession()) {
  render(
    <SignedIn session={session}>
      <YourDataCard />
    </SignedIn>,
  );
}

const submit = () => {
  const buttons = screen.getAllByRole('button', { name: 'Delete account' });
  fireEvent.click(buttons.at(-1) as HTMLElement);
};

describe('deleting the account', () => {
  it('requires the username, and signs out with the message of the server', async () => {
    const seen = fakeServer({
      'auth.deleteAccount': ({ input }) => {
        if (input.confirmation !== 'ada') throw new ErrorResponse(400, 'That is not your username');
        return { message: 'Your account was deleted' };
      },
    });
    const clear = vi.fn();
    open(signedInSession({ clear }));
    submit();
    expect(await screen.findByRole('dialog', { name: 'Delete your account?' })).toBeTruthy();
    submit();
    expect(await screen.findByText('Username is required')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Type your username'), { target: { value: 'grace' } });
    submit();
    expect((await screen.findByRole('alert')).textContent).toBe('That is not your username');
    expect(clear).not.toHaveBeenCalled();
    fireEvent.change(screen.getByLabelText('Type your username'), { target: { value: ' ada ' } });
    submit();
    await waitFor(() => expect(clear).toHaveBeenCalledWith('Your account was deleted'));
    expect(seen.filter(({ procedure }) => procedure === 'auth.deleteAccount')).toHaveLength(2);
  });
});
