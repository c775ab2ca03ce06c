import { createHash } from 'node:crypto';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { useMailHarness } from '../support/mail-server.ts';
import { movingClock } from '../support/moving-clock.ts';
import { race } from '../support/race.ts';

const clock = movingClock();
const { harness, mailsTo, createMailChannel, secretOf } = useMailHarness({}, clock.now);

const wrong = {
  status: 400,
  body: {
    error: 'That is not the code, or it has expired',
    details: [{ field: 'code', message: 'That is not the code, or it has expired' }],
  },
};

/** An account with a channel to its own address, and the code that was sent. */
async function waitingChannel() {
  const { token, email } = await harness().signUp();
  const { status, body, path } = await createMailChannel(token, email);
  expect(status).toBe(201);
  const enter = (code: string) => harness().rest('POST', `${path}/confirm`, { token, body: { code } });
  const test = () => harness().rest('POST', `${path}/test`, { token });
  return { token, email, id: String(body.id), body, path, enter, test, code: await secretOf(email) };
}

/** Another code of six digits. */
const not = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

it('confirms the account’s own address, and nothing else is sent before', async () => {
  const { email, body, enter, test, code } = await waitingChannel();
  expect(body).toMatchObject({ is_confirmed: false, confirmation: 'code' });
  expect(code).toMatch(/^\d{6}$/);
  expect(mailsTo(email)[0]).toContain('enter this code there within 30 minutes');
  expect((await test()).status).toBe(409);
  expect(await enter(not(code))).toMatchObject(wrong);
  expect(await enter(` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({
    status: 200,
    body: { target: email, is_confirmed: true, confirmation: null, confirmation_expires_at: null },
  });
  expect(await enter(code)).toMatchObject({
    status: 409,
    body: { error: 'This channel needs no confirmation' },
  });
  expect(mailsTo(email)).toHaveLength(1);
  expect((await test()).body).toMatchObject({ delivered: true });
});

it('neither stores nor logs the code', async () => {
  const { id, code, enter } = await waitingChannel();
  const { rows } = await sql<{ row: string }>`
    select channel::text || coalesce((select string_agg(job::text, '') from graphile_worker._private_jobs job), '') as row
    from notification_channel channel where id = ${id}
  `.execute(harness().services.database.fork().getKysely());
  await enter(code);
  for (const form of [code, createHash('sha256').update(code).digest('hex')]) {
    expect(rows[0]?.row).not.toMatch(new RegExp(`\\b${form}\\b`));
    expect(harness().logged.join('')).not.toMatch(new RegExp(`\\b${form}\\b`));
  }
});

it('accepts five attempts at the code, also at once', async () => {
  const { token, path, email, enter, code } = await waitingChannel();
  expect(await race(() => enter(not(code)))).toEqual({ 400: 20 });
  const { rows } = await sql<{ tries: number }>`
    select confirmation_tries as tries from notification_channel where target = ${email}
  `.execute(harness().services.database.fork().getKysely());
  expect(rows).toEqual([{ tries: 5 }]);
  expect(await enter(code)).toMatchObject(wrong);
  expect((await harness().rest('POST', `${path}/confirmation`, { token })).status).toBe(200);
  const next = await secretOf(email, 2);
  for (let tries = 1; tries < 5; tries += 1) expect(await enter(not(next, tries))).toMatchObject(wrong);
  expect((await enter(next)).status).toBe(200);
});

it('accepts the code for 30 minutes', async () => {
  const late = await waitingChannel();
  clock.forward(30);
  expect(await late.enter(late.code)).toMatchObject(wrong);
  const timely = await waitingChannel();
  clock.forward(29);
  expect((await timely.enter(timely.code)).status).toBe(200);
});

it('belongs to one channel and one target', async () => {
  const { token, email, path, enter, code } = await waitingChannel();
  const second = await createMailChannel(token, email);
  const secondCode = await secretOf(email, 2);
  // One in a million is equal.
  if (secondCode !== code) expect(await enter(secondCode)).toMatchObject(wrong);
  const target = email.toUpperCase();
  const moved = await harness().rest('PATCH', second.path, { token, body: { target } });
  expect(moved.body).toMatchObject({ target, is_confirmed: false });
  await secretOf(email, 3);
  const body = { code: secondCode };
  expect(await harness().rest('POST', `${second.path}/confirm`, { token, body })).toMatchObject(wrong);
  const other = await harness().signUp();
  for (const [method, call] of [
    ['POST', '/confirm'],
    ['POST', '/confirmation'],
    ['GET', ''],
  ] as const) {
    const answer = await harness().rest(method, `${path}${call}`, {
      token: other.token,
      ...(method === 'POST' && { body: { code } }),
    });
    expect([call, answer.status]).toEqual([call, 404]);
  }
  expect((await enter(code)).status).toBe(200);
});

it('rejects other addresses without PUBLIC_URL, as there is no other way than the code', async () => {
  const { token, path } = await waitingChannel();
  const error =
    'Only the address of your account is allowed: to confirm others, the operator must set PUBLIC_URL';
  const rejected = { status: 400, body: { error, details: [{ field: 'target', message: error }] } };
  expect(await createMailChannel(token, 'friend@example.com')).toMatchObject(rejected);
  const move = { token, body: { target: 'friend@example.com' } };
  expect(await harness().rest('PATCH', path, move)).toMatchObject(rejected);
  expect((await harness().rest('GET', '/notifications/channels', { token })).body.total).toBe(1);
  expect(mailsTo('friend@example.com')).toEqual([]);
});
