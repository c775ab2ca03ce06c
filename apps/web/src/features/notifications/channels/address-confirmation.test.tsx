import type { NotificationChannel } from '@stockbook/api/schemas';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorResponse, fakeServer } from '#testing/fake-server.ts';
import { notificationChannel } from '#testing/notification-channel.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { ChannelsCard } from './channels-card.tsx';

const waiting = notificationChannel({
  kind: 'email',
  name: 'Mail',
  target: 'ada@example.com',
  is_confirmed: false,
  confirmation: 'code',
  confirmation_expires_at: '2026-11-20T22:45:00.000Z',
});
const confirmed = { ...waiting, is_confirmed: true, confirmation: null, confirmation_expires_at: null };
const wrongCode = 'That is not the code, or it has expired';
const tooMany = 'You have requested 10 confirmation emails within a day, the maximum. Try again in 24 hours';

/** Opens the card of a server with this channel, which accepts the code 012345 and sends one more email. */
function open(channel: NotificationChannel) {
  let mails = 1;
  const seen = fakeServer({
    'notifications.listChannels': () => ({ channels: [channel], total: 1, kinds: ['email'] }),
    'notifications.confirmChannelByCode': ({ input: { code } }) => {
      if (code !== '012345') throw new ErrorResponse(400, wrongCode);
      return confirmed;
    },
    'notifications.resendConfirmation': () => {
      if (mails === 0) throw new ErrorResponse(429, tooMany);
      mails -= 1;
      return { ...channel, confirmation_expires_at: '2026-11-20T22:50:00.000Z', last_error: null };
    },
  });
  render(
    <SignedIn>
      <ChannelsCard />
    </SignedIn>,
  );
  return {
    codes: () =>
      seen.flatMap((call) =>
        call.procedure === 'notifications.confirmChannelByCode' ? [call.input.code] : [],
      ),
  };
}

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Code for Mail' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('confirms the address by the code, pasted with a blank, and keeps the focus at the channel', async () => {
  const { codes } = open(waiting);
  const code = await field();
  expect([code.inputMode, code.autocomplete, code.maxLength]).toEqual(['numeric', 'one-time-code', -1]);
  expect(screen.getByText(/^Waits for confirmation: enter the code from the email/)).toBeTruthy();
  const test = screen.getByRole<HTMLButtonElement>('button', { name: 'Test Mail' });
  expect(test.disabled).toBe(true);
  fireEvent.change(code, { target: { value: ' 012 345 ' } });
  press('Confirm Mail');
  expect(await screen.findByText('The address is confirmed.')).toBeTruthy();
  expect(await screen.findByText('Nothing delivered yet')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('listitem'));
  expect(test.disabled).toBe(false);
  expect(screen.queryByText(/^Waits for confirmation/)).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Code for Mail' })).toBeNull();
  expect(codes()).toEqual(['012345']);
});

it('shows at the field that the code is wrong, until it is edited', async () => {
  const { codes } = open(waiting);
  const code = await field();
  fireEvent.change(code, { target: { value: '12345' } });
  press('Confirm Mail');
  expect(await screen.findByText('Enter the six digits of the code')).toBeTruthy();
  expect(codes()).toEqual([]);
  fireEvent.change(code, { target: { value: '999999' } });
  press('Confirm Mail');
  const note = await screen.findByText(wrongCode);
  expect(code.getAttribute('aria-describedby')).toBe(note.id);
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(code);
  fireEvent.change(code, { target: { value: '99999' } });
  expect(screen.queryByText(wrongCode)).toBeNull();
});

it('sends another code, and shows the limit', async () => {
  open(waiting);
  fireEvent.change(await field(), { target: { value: '999999' } });
  press('Send another code for Mail');
  expect(await screen.findByText('A new code is on its way to ada@example.com.')).toBeTruthy();
  expect((await field()).value).toBe('');
  press('Send another code for Mail');
  expect((await screen.findByRole('alert')).textContent).toBe(tooMany);
  expect(screen.queryByText(/on its way/)).toBeNull();
});

it('asks for no code before one was requested', async () => {
  open({ ...waiting, confirmation_expires_at: null });
  expect(
    await screen.findByText('Waits for confirmation: nothing is sent to this address before.'),
  ).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  press('Send a code for Mail');
  expect(await field()).toBeTruthy();
});

it('waits for a link without a field, and says why its email was not sent', async () => {
  open({ ...waiting, confirmation: 'link', last_error: 'The server refuses connections' });
  expect(
    await screen.findByText(
      'Waits for confirmation: the email with the link was not sent. The server refuses connections',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  press('Send another link for Mail');
  expect(
    await screen.findByText(
      'Waits for confirmation: open the link in the email that was sent to this address.',
    ),
  ).toBeTruthy();
});
