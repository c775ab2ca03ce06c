import { expect, it } from 'vitest';
import { authorityOf } from './listen.ts';

it.each([
  ['localhost', 'localhost'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['fd00::2', '[fd00::2]'],
])('reaches what listens on %s at %s', (host, authority) => {
  expect(authorityOf(host)).toBe(authority);
  expect(new URL(`http://${authorityOf(host)}:3000/`).hostname).toBe(authority);
});
