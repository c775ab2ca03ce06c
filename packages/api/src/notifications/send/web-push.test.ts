import { randomBytes, randomUUID } from 'node:crypto';
import { createSubscription, seededRandom, verifyVapid } from '@stockbook/testing';
import { expect, it } from 'vitest';
import type { PushFacts } from './destination.ts';
import { deriveVapidKeys } from './vapid.ts';
import { pushText, webPushPosting } from './web-push.ts';

const vapid = { ...deriveVapidKeys(Buffer.alloc(32, 1)), subject: 'https://stocks.example.com' };
const device = { channelId: randomUUID(), showsDetails: true };
const facts: PushFacts = {
  path: '/signals',
  at: new Date('2026-11-20T22:00:00Z'),
  unread: 3,
  timeToLiveS: 1_234,
  urgency: 'high',
  signalCount: 2,
};
const message = { id: randomUUID(), title: '2 signals: AAPL, MSFT', lines: ['AAPL rose', 'MSFT fell'] };

it('writes title, lines and page of a message for a device', () => {
  expect(JSON.parse(pushText(device, message, facts))).toEqual({
    v: 1,
    to: device.channelId,
    title: '2 signals: AAPL, MSFT',
    body: 'AAPL rose\nMSFT fell',
    url: '/signals',
    tag: message.id,
    at: Date.parse('2026-11-20T22:00:00Z'),
    unread: 3,
  });
});

it.each([
  [1, '1 new signal'],
  [2, '2 new signals'],
])('writes only the number of %d signals when the device hides details', (signalCount, body) => {
  const hidden = { ...facts, path: '/stocks/AAPL?date=2026-11-20', signalCount };
  const text = JSON.parse(pushText({ ...device, showsDetails: false }, message, hidden));
  expect(text).toMatchObject({ title: 'Stockbook', body, url: '/signals', tag: message.id, unread: 3 });
});

it('keeps whole lines of at most 3,000 bytes and says how many are missing', () => {
  const lines = Array.from({ length: 18 }, (_, index) => `${index}: “${'Größe "≥" 3 '.repeat(20)}”`);
  const text = pushText(device, { ...message, lines }, facts);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000);
  const shown = JSON.parse(text).body.split('\n');
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.slice(0, -1)).toEqual(lines.slice(0, shown.length - 1));
  expect(shown.at(-1)).toBe(`and ${18 - (shown.length - 1)} more`);
  const longer = pushText(device, { ...message, lines: lines.slice(0, shown.length) }, facts);
  expect(JSON.parse(longer).body.split('\n')).toHaveLength(shown.length);
});

it('shows at most 20 lines', () => {
  const lines = Array.from({ length: 34 }, (_, index) => `line ${index}`);
  const { body } = JSON.parse(pushText(device, { ...message, lines }, facts));
  expect(body.split('\n').slice(19)).toEqual(['line 19', 'and 14 more']);
});

it.each(['x', '"', '😀', 'ß'])('cuts a line that alone is longer than a message: %s', (character) => {
  const text = pushText(device, { ...message, lines: [character.repeat(4_000)] }, facts);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000);
  expect(Buffer.byteLength(text)).toBeGreaterThan(2_990);
  expect(JSON.parse(text).body).toMatch(new RegExp(`^(${character})+…$`, 'u'));
});

/** Encrypts a message for a new subscription. */
async function postingTo(subscription = createSubscription(), lines = message.lines) {
  const endpoint = `https://push.example.com:8443/send/${randomBytes(8).toString('hex')}`;
  const secret = JSON.stringify(subscription.keys);
  const destination = { ...device, kind: 'web_push' as const, target: endpoint, secret };
  const outgoing = { ...message, lines, link: null, payload: '', push: facts };
  return webPushPosting(destination, outgoing, vapid);
}

it('names time to live, urgency and encoding in the headers, and no topic', async () => {
  const { headers, body } = await postingTo();
  expect(headers).toEqual({
    ttl: '1234',
    urgency: 'high',
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(body.length),
    authorization: expect.stringMatching(/^vapid t=/),
  });
});

it('signs the request for the origin of the push service, for 12 hours', async () => {
  const { headers } = await postingTo();
  const { publicKey, header, claims } = verifyVapid(headers.authorization ?? '');
  expect(publicKey).toBe(vapid.publicKey);
  expect(header).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(claims).toEqual({
    aud: 'https://push.example.com:8443',
    exp: expect.any(Number),
    sub: 'https://stocks.example.com',
  });
  expect(Math.abs(Number(claims.exp) - Date.now() / 1000 - 12 * 3600)).toBeLessThan(60);
});

it('signs once for the messages to a push service', async () => {
  const signed = await Promise.all([postingTo(), postingTo()]);
  // Each signature of the same text is another one.
  expect(new Set(signed.map(({ headers }) => headers.authorization)).size).toBe(1);
});

it('encrypts 1,000 random messages so that only their device reads them, each with a new key and salt', async () => {
  const random = seededRandom(1);
  const seen = new Set<string>();
  for (let index = 0; index < 1_000; index += 1) {
    const subscription = createSubscription();
    const characters = Array.from({ length: random.below(400) }, () =>
      String.fromCodePoint(32 + random.below(0xd000)),
    );
    const line = characters.join('').toWellFormed();
    const { body } = await postingTo(subscription, [line]);
    if (typeof body === 'string') throw new Error('The body is not encrypted');
    expect(JSON.parse(subscription.decrypt(body)).body).toBe(line);
    // Salt, and the key of the sender.
    seen.add(Buffer.from(body.subarray(0, 16)).toString('hex'));
    seen.add(Buffer.from(body.subarray(21, 86)).toString('hex'));
  }
  expect(seen.size).toBe(2_000);
});
