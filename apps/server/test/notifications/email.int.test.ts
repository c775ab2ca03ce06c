import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Harness } from '../support/harness.ts';

const mails: { readonly to: string; readonly source: string }[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  logger: false,
  onData: (stream, { envelope }, done) => {
    text(stream).then((source) => {
      for (const { address } of envelope.rcptTo) mails.push({ to: address, source });
      done();
    }, done);
  },
});
let harness: Harness;

beforeAll(async () => {
  const listening = mailServer.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => void listening.once('listening', resolve));
  harness = await Harness.start({
    SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    MAIL_FROM: 'stockbook@example.com',
    PUBLIC_URL: 'https://stocks.example.com',
  });
});
afterAll(async () => {
  await harness.stop();
  await new Promise<void>((resolve) => void mailServer.close(() => resolve()));
});

async function createMailChannel(token: string, target: string) {
  const channel = { kind: 'email', name: 'Mail', target };
  const { status, body } = await harness.rest('POST', '/notifications/channels', { token, body: channel });
  expect(status).toBe(201);
  return { body, path: `/notifications/channels/${body.id}` };
}

it('needs no confirmation of the account’s own address', async () => {
  const { token, email } = await harness.signUp();
  const { body, path } = await createMailChannel(token, email.toUpperCase());
  expect(body).toMatchObject({ is_confirmed: true, has_secret: false, secret: null });
  const { body: test } = await harness.rest('POST', `${path}/test`, { token });
  expect(test).toEqual({ delivered: true, http_status: null, error: null });
  expect(mails.find(({ to }) => to.toLowerCase() === email)?.source).toContain(
    'Subject: Test message of Stockbook',
  );
});

it('sends nothing to another address until its link is opened, once', async () => {
  const { token } = await harness.signUp();
  const { body, path } = await createMailChannel(token, 'friend@example.com');
  expect(body.is_confirmed).toBe(false);
  expect((await harness.rest('POST', `${path}/test`, { token })).status).toBe(409);
  await expect.poll(() => mails.filter(({ to }) => to === 'friend@example.com')).toHaveLength(1);
  const source = mails.find(({ to }) => to === 'friend@example.com')?.source.replaceAll('=\r\n', '') ?? '';
  const [, secret = ''] = source.match(/https:\/\/stocks\.example\.com\/confirm-address#([-\w]{43})/) ?? [];
  expect(secret).not.toBe('');
  expect(harness.logged.join('')).not.toContain(secret);
  const confirm = (value: string) =>
    harness.rest('POST', '/notifications/channels/confirm', { body: { token: value } });
  expect((await confirm('wrong')).status).toBe(404);
  expect((await confirm(secret)).status).toBe(200);
  expect((await confirm(secret)).status).toBe(404);
  expect((await harness.rest('POST', `${path}/test`, { token })).body).toMatchObject({ delivered: true });
});

it('confirms a changed address again', async () => {
  const { token, email } = await harness.signUp();
  const { path } = await createMailChannel(token, email);
  const change = { target: 'other@example.com' };
  const { body } = await harness.rest('PATCH', path, { token, body: change });
  expect(body).toMatchObject({ target: 'other@example.com', is_confirmed: false });
  await expect.poll(() => mails.map(({ to }) => to)).toContain('other@example.com');
});

it('sends a new link when an unconfirmed address is entered again', async () => {
  const { token } = await harness.signUp();
  const target = 'again@example.com';
  const linksTo = () =>
    mails
      .filter(({ to }) => to === target)
      .map(({ source }) => /#([-\w]+)/.exec(source.replaceAll('=\r\n', ''))?.[1]);
  const { path } = await createMailChannel(token, target);
  await expect.poll(linksTo).toHaveLength(1);
  expect((await harness.rest('PATCH', path, { token, body: { name: 'Renamed' } })).status).toBe(200);
  expect((await harness.rest('PATCH', path, { token, body: { target } })).body.is_confirmed).toBe(false);
  await expect.poll(linksTo).toHaveLength(2);
  const [first, second] = linksTo();
  const confirm = (link = '') =>
    harness.rest('POST', '/notifications/channels/confirm', { body: { token: link } });
  expect((await confirm(first)).status).toBe(404);
  expect((await confirm(second)).status).toBe(200);
});

it('limits the addresses that a user can enter within a day', async () => {
  const { token } = await harness.signUp();
  for (let address = 1; address <= 10; address += 1)
    await createMailChannel(token, `a${address}@example.com`);
  const channel = { kind: 'email', name: 'Mail', target: 'a11@example.com' };
  const { status, body } = await harness.rest('POST', '/notifications/channels', { token, body: channel });
  expect([status, body.error]).toEqual([
    429,
    'You have entered 10 addresses within a day, the maximum. Try again in 24 hours',
  ]);
  expect((await harness.rest('GET', '/notifications/channels', { token })).body.total).toBe(10);
});

it('rejects other addresses without PUBLIC_URL', async () => {
  const { notifier } = harness.services;
  Object.assign(notifier, { publicUrl: null });
  const { token } = await harness.signUp();
  const channel = { kind: 'email', name: 'Mail', target: 'friend@example.com' };
  expect(await harness.rest('POST', '/notifications/channels', { token, body: channel })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'target', message: expect.stringContaining('PUBLIC_URL') }] },
  });
});
