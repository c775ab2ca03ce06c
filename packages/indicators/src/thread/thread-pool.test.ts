import { expect, it } from 'vitest';
import { answerInThread } from './thread-pool.ts';

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
