import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

/** Everything in the queue, in its order. */
function drain(queue: TurnQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
  return items;
}

it('lets keys take turns', () => {
  const queue = new TurnQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item.charAt(0), item);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('takes a key that comes late before the second item of any other', () => {
  const queue = new TurnQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
  expect(queue.next()).toBe('a1');
  queue.add('b', 'b1');
  queue.add('b', 'b2');
  expect(drain(queue)).toEqual(['b1', 'a2', 'b2', 'a3']);
});

it('is empty at first and in the end', () => {
  const queue = new TurnQueue<string>();
  expect(queue.next()).toBeUndefined();
  queue.add('a', 'a1');
  expect(drain(queue)).toEqual(['a1']);
  expect(queue.next()).toBeUndefined();
});
