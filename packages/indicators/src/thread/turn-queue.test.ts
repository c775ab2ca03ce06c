import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

const keyOf = (item: string) => item.charAt(0);

function queueOf(...items: string[]): TurnQueue<string> {
  const queue = new TurnQueue<string>();
  for (const item of items) queue.add(keyOf(item), item);
  return queue;
}

/** Takes everything out of the queue, one item at a time. */
function drain(queue: TurnQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) {
    items.push(item);
    queue.finish(keyOf(item));
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
  queue.finish('a');
  expect(drain(queue)).toEqual(['b1', 'a2', 'b2', 'a3']);
});

it('returns no item of an active key', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect([queue.next(), queue.next(), queue.next()]).toEqual(['a1', 'b1', undefined]);
  queue.finish('b');
  expect(queue.next()).toBeUndefined();
  queue.finish('a');
  expect(queue.next()).toBe('a2');
});

it('is empty at first and in the end', () => {
  const queue = queueOf();
  expect(queue.next()).toBeUndefined();
  queue.add('a', 'a1');
  expect(drain(queue)).toEqual(['a1']);
  expect(queue.next()).toBeUndefined();
});
