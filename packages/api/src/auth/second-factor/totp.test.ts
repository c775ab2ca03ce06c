import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { newSecret, stepOf } from './totp.ts';

const now = new Date('2026-11-21T12:00:10Z');
const step = Math.floor(now.getTime() / 30_000);

it('returns the step of a code of now or of the 30 seconds before, also with a blank', async () => {
  const secret = newSecret();
  const codeOf = (secondsAgo: number) => generate({ secret, epoch: now.getTime() / 1000 - secondsAgo });
  const [current, previous, older] = await Promise.all([codeOf(0), codeOf(30), codeOf(60)]);
  expect(await stepOf(`${current.slice(0, 3)} ${current.slice(3)}`, secret, now)).toBe(step);
  expect(await stepOf(previous, secret, now)).toBe(step - 1);
  expect(await stepOf(older, secret, now)).toBeNull();
});

it.each(['', '12345', '1234567', 'ABCDEF', "'; drop table stock; --"])(
  'returns null for %j, which is no code',
  async (code) => {
    expect(await stepOf(code, newSecret(), now)).toBeNull();
  },
);
