import { expect, it } from 'vitest';
import { PollTimeout, pollUntil } from './poll-until.ts';

it('returns the first value other than false and undefined', async () => {
  const values = [undefined, false, 0];
  expect(await pollUntil('a value', () => values.shift(), { intervalMs: 1 })).toBe(0);
});

it('names the awaited event when it does not happen in time', async () => {
  const options = { timeoutMs: 30, intervalMs: 1 };
  const expected = new PollTimeout('Timed out after 30 ms: the end of the world');
  await expect(pollUntil('the end of the world', () => false, options)).rejects.toEqual(expected);
});

it('names the awaited event when a check does not end in time', async () => {
  const never = new Promise<undefined>(() => {});
  await expect(pollUntil('a response', () => never, { timeoutMs: 30 })).rejects.toThrow(/: a response$/);
});

it('throws the error of a check immediately', async () => {
  const fail = () => Promise.reject(new Error('broken'));
  await expect(pollUntil('a value', fail)).rejects.toThrow('broken');
});
