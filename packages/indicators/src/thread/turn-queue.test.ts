import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

const keyOf = (item: string) => item.charAt(0);

function queueOf(...items: string[]): TurnQueue<string> {
  const queue = new TurnQueue<string>();
  for (const item of items) queue.add(keyOf(item), item);
  return queue;
}

/** Takes everything out of the queue, one item at a time. */
function drain(queue: TurnQueue<string>, usedMs = (_: string) => 1): string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) {
    items.push(item);
    queue.endTurn(keyOf(item), usedMs(item), true);
  }
  return items;
}

it('lets keys take turns', () => {
  expect(drain(queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('takes a key that comes late before the second item of any other', () => {
  const queue = queueOf('a1', 'a2', 'a3');
  expect(queue.next()).toBe('a1');
  queue.add('b', 'b1');
  queue.add('b', 'b2');
  queue.endTurn('a', 1, true);
  expect(drain(queue)).toEqual(['b1', 'a2', 'b2', 'a3']);
});

it('gives a key with short turns as much time as one with long turns', () => {
  const queue = queueOf('a1', 'a2', 'b1', 'b2', 'b3', 'b4', 'b5');
  expect(drain(queue, (item) => (keyOf(item) === 'a' ? 3 : 1))).toEqual([
    'a1',
    'b1',
    'b2',
    'b3',
    'a2',
    'b4',
    'b5',
  ]);
});

it('takes a key that returns again and again before those that have used more time meanwhile', () => {
  const queue = queueOf('a1', 'a2', 'b1', 'b2');
  for (const item of ['a1', 'b1']) {
    expect(queue.next()).toBe(item);
    queue.endTurn(keyOf(item), 100, true);
  }
  for (const item of ['c1', 'c2', 'c3']) {
    queue.add('c', item);
    expect(queue.next()).toBe(item);
    queue.endTurn('c', 1, true);
  }
  expect(queue.next()).toBe('a2');
});

it('gives a key that was absent no time for its absence', () => {
  const queue = queueOf('a1', 'a2', 'a3');
  for (const item of ['a1', 'a2']) {
    expect(queue.next()).toBe(item);
    queue.endTurn('a', 100, true);
  }
  for (const item of ['b1', 'b2', 'b3']) queue.add('b', item);
  expect(drain(queue, () => 60)).toEqual(['b1', 'b2', 'a3', 'b3']);
});

it('continues an item in the next turn of its key unless it is done', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect(queue.next()).toBe('a1');
  queue.endTurn('a', 1, false);
  expect(drain(queue)).toEqual(['b1', 'a1', 'a2']);
});

it('passes over items that are not accepted', () => {
  const queue = queueOf('a1', 'b1');
  expect(queue.next((item) => item === 'b1')).toBe('b1');
  expect(queue.next((item) => item === 'b1')).toBeUndefined();
  expect(queue.next()).toBe('a1');
});

it('returns no item of an active key', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect([queue.next(), queue.next(), queue.next()]).toEqual(['a1', 'b1', undefined]);
  queue.endTurn('b', 1, true);
  expect(queue.next()).toBeUndefined();
  queue.endTurn('a', 1, true);
  expect(queue.next()).toBe('a2');
});

it('is empty at first and in the end', () => {
  const queue = queueOf();
  expect(queue.next()).toBeUndefined();
  queue.add('a', 'a1');
  expect(drain(queue)).toEqual(['a1']);
  expect(queue.next()).toBeUndefined();
});
