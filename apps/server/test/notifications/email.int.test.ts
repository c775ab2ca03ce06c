import { notificationChannelRepository } from '@stockbook/db';
import { describe, expect, it } from 'vitest';
import { useMailHarness } from '../support/mail-server.ts';
import { movingClock } from '../support/moving-clock.ts';

const clock = movingClock();
const { harness, mailsTo, createMailChannel, secretOf } = useMailHarness(
  { PUBLIC_URL: 'https://stocks.example.com' },
  clock.now,
);

const confirm = (token: string) =>
  harness().rest('POST', '/notifications/channels/confirm', { body: { token } });
const sendTest = (path: string, token: string) => harness().rest('POST', `${path}/test`, { token });
const resend = (path: string, token: string) => harness().rest('POST', `${path}/confirmation`, { token });

/** A channel whose link was opened. @returns its path */
async function confirmedChannel(token: string, target: string, mailCount = 1): Promise<string> {
  const { path } = await createMailChannel(token, target);
  expect((await confirm(await secretOf(target, mailCount))).status).toBe(200);
  return path;
}

describe('a link', () => {
  it.each([
    ['the account’s own address', (email: string) => email.toUpperCase()],
    ['another address', (email: string) => `friend-of-${email}`],
  ])('confirms %s, once, and nothing else is sent before', async (_, addressFor) => {
    const { token, email } = await harness().signUp();
    const target = addressFor(email);
    const { status, body, path } = await createMailChannel(token, target);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      is_confirmed: false,
      confirmation: 'link',
      confirmation_expires_at: expect.any(String),
      has_secret: false,
      secret: null,
    });
    expect(await sendTest(path, token)).toMatchObject({
      status: 409,
      body: { error: 'Confirm the address of this channel first' },
    });
    const secret = await secretOf(target);
    expect(secret).toHaveLength(43);
    expect(harness().logged.join('')).not.toContain(secret);
    expect((await confirm('wrong')).status).toBe(404);
    expect((await confirm(secret)).status).toBe(200);
    expect((await confirm(secret)).status).toBe(404);
    expect((await sendTest(path, token)).body).toEqual({ delivered: true, http_status: null, error: null });
    expect(mailsTo(target)).toHaveLength(2);
    expect(mailsTo(target)[1]).toContain('Subject: Test message of Stockbook');
    expect((await harness().rest('GET', path, { token })).body).toMatchObject({
      is_confirmed: true,
      confirmation: null,
      confirmation_expires_at: null,
    });
  });

  it('sends another link for a changed address, and rejects the earlier one', async () => {
    const { token, email } = await harness().signUp();
    const path = await confirmedChannel(token, email);
    const rename = await harness().rest('PATCH', path, { token, body: { name: 'New', target: email } });
    expect(rename.body).toMatchObject({ name: 'New', is_confirmed: true });
    const move = (target: string) => harness().rest('PATCH', path, { token, body: { target } });
    expect((await move('first@example.com')).body).toMatchObject({ is_confirmed: false });
    const first = await secretOf('first@example.com');
    expect((await move('second@example.com')).body).toMatchObject({ target: 'second@example.com' });
    const second = await secretOf('second@example.com');
    expect((await confirm(first)).status).toBe(404);
    expect((await confirm(second)).status).toBe(200);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('makes no link for an address that was changed meanwhile', async () => {
    const { token } = await harness().signUp();
    const { path, body } = await createMailChannel(token, 'mine@example.com');
    await secretOf('mine@example.com');
    await harness().rest('PATCH', path, { token, body: { target: 'stranger@example.com' } });
    // As by a worker that has read the channel before.
    const isReplaced = await notificationChannelRepository.replaceConfirmation(
      harness().services.database.fork(),
      { id: String(body.id), target: 'mine@example.com' },
      { digest: 'digest', expiresAt: new Date('2100-01-01') },
    );
    expect(isReplaced).toBe(false);
  });

  it('replaces a link by another one on request', async () => {
    const { token } = await harness().signUp();
    const target = 'again@example.com';
    const { path } = await createMailChannel(token, target);
    const first = await secretOf(target);
    expect(await resend(path, token)).toMatchObject({ status: 200, body: { is_confirmed: false } });
    const second = await secretOf(target, 2);
    expect((await confirm(first)).status).toBe(404);
    expect((await confirm(second)).status).toBe(200);
    expect(await resend(path, token)).toMatchObject({
      status: 409,
      body: { error: 'This channel needs no confirmation' },
    });
  });

  it('works for three days', async () => {
    const { token } = await harness().signUp();
    await createMailChannel(token, 'late@example.com');
    const secret = await secretOf('late@example.com');
    clock.forward(3 * 24 * 60);
    expect((await confirm(secret)).status).toBe(404);
  });
});

describe('confirmation emails', () => {
  const refusal = (error: string) => ({ status: 429, body: { error } });
  const tooMany =
    'You have requested 10 confirmation emails within a day, the maximum. Try again in 24 hours';

  it('sends 10 confirmation emails for a user within a day', async () => {
    const { token } = await harness().signUp();
    const { path } = await createMailChannel(token, 'a0@example.com');
    for (let address = 1; address < 9; address += 1) {
      await createMailChannel(token, `a${address}@example.com`);
    }
    expect((await resend(path, token)).status).toBe(200);
    expect(await resend(path, token)).toMatchObject(refusal(tooMany));
    expect(await createMailChannel(token, 'a10@example.com')).toMatchObject(refusal(tooMany));
    const move = { token, body: { target: 'a10@example.com' } };
    expect(await harness().rest('PATCH', path, move)).toMatchObject(refusal(tooMany));
    expect((await harness().rest('GET', '/notifications/channels', { token })).body.total).toBe(9);
    clock.forward(24 * 60);
    expect(mailsTo('a10@example.com')).toEqual([]);
  });

  it('sends 10 confirmation emails to an address within a day, by all accounts, and however it is written', async () => {
    const stranger = ['victim@example.com', 'Victim@Example.com', 'victim+1@example.com'];
    for (const count of [5, 5]) {
      const { token } = await harness().signUp();
      for (let index = 0; index < count; index += 1) {
        const { status, path } = await createMailChannel(token, String(stranger[index % 3]));
        expect(status).toBe(201);
        // A channel that is created again does not start a new count.
        expect((await harness().rest('DELETE', path, { token })).status).toBe(200);
      }
    }
    const { token } = await harness().signUp();
    expect(await createMailChannel(token, 'victim+x@example.com')).toMatchObject(
      refusal(
        'This address was sent 10 confirmation emails within a day, the maximum. Try again in 24 hours',
      ),
    );
  });
});

describe('tests by email', () => {
  it('sends 5 test emails for a user and to an address within a day, also with a channel or an account created again', async () => {
    const target = 'tested@example.com';
    const { token } = await harness().signUp();
    const path = await confirmedChannel(token, target);
    for (let count = 0; count < 5; count += 1) {
      expect(await sendTest(path, token)).toMatchObject({ status: 200, body: { delivered: true } });
    }
    await harness().rest('DELETE', path, { token });
    const again = await confirmedChannel(token, target, 7);
    // Not the limit of a minute.
    clock.forward(2);
    expect(await sendTest(again, token)).toMatchObject({
      status: 429,
      body: { error: 'You have requested 5 test emails within a day, the maximum. Try again in 24 hours' },
    });
    const other = await harness().signUp();
    const others = await confirmedChannel(other.token, target, 8);
    expect(await sendTest(others, other.token)).toMatchObject({
      status: 429,
      body: { error: 'This address was sent 5 test emails within a day, the maximum. Try again in 24 hours' },
    });
    expect(mailsTo(target)).toHaveLength(8);
  });
});
