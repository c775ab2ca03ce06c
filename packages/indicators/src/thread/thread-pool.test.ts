import { expect, it } from 'vitest';
import { answerInThread, piecesFromThread } from './thread-pool.ts';

/** A module whose calculation takes some steps of 100 ms each, and answers with the number of steps. */
const slow = moduleOf(`
  export function* answer(count) {
    for (let step = 0; step < count; step++) {
      const end = performance.now() + 100;
      while (performance.now() < end);
      yield;
    }
    return count;
  }
`);
const quick = moduleOf(
  'export const answer = (request) => ({ next: () => ({ done: true, value: request }) })',
);
const failing = moduleOf("export const answer = () => ({ next() { throw new RangeError('failed') } })");
const measuring = moduleOf('export function* answer(count) { while ((yield) < count); return count; }');

/** Yields numbers from 0 on, each after some steps, and counts them in a shared buffer. */
const counting = moduleOf(`
  export function* answer({ count, produced }) {
    for (let piece = 0; piece < count; piece++) {
      yield;
      Atomics.add(produced, 0, 1);
      yield { piece };
    }
  }
`);
const newCounter = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function moduleOf(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

it('answers another user between the steps of calculations that occupy all threads', async () => {
  const ended: string[] = [];
  const slowOnes = ['a', 'b'].map(async (user) => {
    expect(await answerInThread(slow, 20, user)).toBe(20);
    ended.push(user);
  });
  expect(await answerInThread(quick, 'answer', 'c')).toBe('answer');
  expect(ended).toEqual([]);
  await Promise.all(slowOnes);
});

it('calculates one request of a user after the other', async () => {
  const ended: string[] = [];
  const [first, second] = [answerInThread(slow, 5, 'a'), answerInThread(quick, '', 'a')];
  await Promise.all([first.then(() => ended.push('first')), second.then(() => ended.push('second'))]);
  expect(ended).toEqual(['first', 'second']);
});

it('fails as a step does, and begins what waited in that thread again', async () => {
  const slowOnes = ['a', 'b', 'c'].map((user) => answerInThread(slow, 6, user));
  await answerInThread(quick, '', 'd');
  const failed = answerInThread(failing, null, 'e');
  await expect(failed).rejects.toThrow('failed');
  expect(await Promise.all(slowOnes)).toEqual([6, 6, 6]);
});

it('passes each step the time that the calculation has used', async () => {
  expect(await answerInThread(measuring, 300, 'a')).toBe(300);
});

it('drops a calculation that is aborted while it runs or waits', async () => {
  const abortion = new AbortController();
  const { signal } = abortion;
  const aborted = ['a', 'a'].map((user) => answerInThread(slow, 1_000, user, { signal }));
  expect(await answerInThread(quick, 'answer', 'b')).toBe('answer');
  abortion.abort(new Error('left'));
  await Promise.all(aborted.map((each) => expect(each).rejects.toThrow('left')));
  // Otherwise this user would wait for 200 s.
  expect(await answerInThread(quick, 'next', 'a')).toBe('next');
  await expect(answerInThread(quick, '', 'a', { signal })).rejects.toThrow('left');
});

it('returns the pieces of a long answer in order', async () => {
  const pieces: number[] = [];
  const request = { count: 50, produced: newCounter() };
  for await (const { piece } of piecesFromThread<{ piece: number }>(counting, request, 'a'))
    pieces.push(piece);
  expect(pieces).toEqual(Array.from({ length: 50 }, (_, piece) => piece));
});

it('stops producing pieces while the reader is slow or has left', async () => {
  const produced = newCounter();
  const pieces = piecesFromThread<{ piece: number }>(counting, { count: 1_000, produced }, 'a');
  await pieces.next();
  for (let turn = 0; turn < 10; turn += 1) await answerInThread(slow, 1, `other ${turn % 2}`);
  expect(Atomics.load(produced, 0)).toBeLessThanOrEqual(3);
  await pieces.return(undefined);
  expect(await answerInThread(quick, 'answer', 'a')).toBe('answer');
  expect(Atomics.load(produced, 0)).toBeLessThanOrEqual(4);
});

it('returns each piece once although its thread fails because of another calculation', async () => {
  const pieces: number[] = [];
  const request = { count: 8, produced: newCounter() };
  for await (const { piece } of piecesFromThread<{ piece: number }>(counting, request, 'a')) {
    pieces.push(piece);
    const failed = ['b', 'c'].map((user) => answerInThread(failing, null, user));
    if (piece === 2) await Promise.allSettled(failed);
    else for (const each of failed) each.catch(() => {});
  }
  expect(pieces).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

it('drops a long answer that is aborted while its reader waits for a piece', async () => {
  const abortion = new AbortController();
  const endless = moduleOf('export function* answer() { for (;;) yield }');
  const piece = piecesFromThread(endless, null, 'a', abortion.signal).next();
  expect(await answerInThread(quick, 'answer', 'b')).toBe('answer');
  abortion.abort(new Error('left'));
  await expect(piece).rejects.toThrow('left');
  expect(await answerInThread(quick, 'next', 'a')).toBe('next');
});

it('fails as a step between two pieces does', async () => {
  const broken = moduleOf("export function* answer() { yield 1; throw new RangeError('failed') }");
  const pieces = piecesFromThread(broken, null, 'a');
  expect(await pieces.next()).toEqual({ done: false, value: 1 });
  await expect(pieces.next()).rejects.toThrow('failed');
});
