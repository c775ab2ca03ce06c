import { createHmac, hkdfSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFlowCookies } from './flow.ts';

const secretKey = Buffer.alloc(32, 7);
let now = new Date('2026-01-01T00:00:00Z');
const cookies = createFlowCookies(secretKey, () => now);

/** A content with the right signature, as another version of the program may have written it. */
function sign(content: string): string {
  const encoded = Buffer.from(content).toString('base64url');
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sign-in by an identity provider', 32));
  return `${encoded}.${createHmac('sha256', key).update(encoded).digest('base64url')}`;
}

it('reads its own cookie for ten minutes', () => {
  now = new Date('2026-01-01T00:00:00Z');
  const { flow, cookie } = cookies.begin({ kind: 'sign-in' });
  expect(cookies.read(cookie)).toEqual(flow);
  now = new Date('2026-01-01T00:09:59Z');
  expect(cookies.read(cookie)).toEqual(flow);
  now = new Date('2026-01-01T00:10:00Z');
  expect(cookies.read(cookie)).toBeNull();
});

it.each([
  'no JSON',
  'null',
  '[]',
  '{}',
  '{"purpose":{"kind":"sign-in"},"state":"a","nonce":"b","verifier":"c"}',
  '{"purpose":{"kind":"connect"},"state":"a","nonce":"b","verifier":"c","begunAt":1767225600000}',
])('reads no flow from a signed cookie with the content %s', (content) => {
  expect(cookies.read(sign(content))).toBeNull();
});

it.each(['', '.', 'a.b.c', `${Buffer.from('{}').toString('base64url')}.`, 'ä.ö'])(
  'reads no flow from the cookie %j',
  (cookie) => {
    expect(cookies.read(cookie)).toBeNull();
  },
);

it('reads no flow of a server with another key', () => {
  const { cookie } = createFlowCookies(Buffer.alloc(32, 8), () => now).begin({ kind: 'sign-in' });
  expect(cookies.read(cookie)).toBeNull();
});
