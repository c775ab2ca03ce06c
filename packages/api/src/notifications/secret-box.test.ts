import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const key = randomBytes(32);

it('opens what it sealed, for the same row', () => {
  const box = createSecretBox(key);
  const sealed = box.seal('whsec_geheim', 'row 1');
  expect(sealed.toString('latin1')).not.toContain('geheim');
  expect(box.open(sealed, 'row 1')).toBe('whsec_geheim');
});

it('seals the same secret differently each time', () => {
  const box = createSecretBox(key);
  expect(box.seal('secret', 'row').equals(box.seal('secret', 'row'))).toBe(false);
});

it.each([
  ['another key', createSecretBox(randomBytes(32)), 'row', (sealed: Buffer) => sealed],
  ['another row', createSecretBox(key), 'other row', (sealed: Buffer) => sealed],
  ['a shortened text', createSecretBox(key), 'row', (sealed: Buffer) => sealed.subarray(0, 20)],
  ['an empty text', createSecretBox(key), 'row', () => Buffer.alloc(0)],
  ['a changed text', createSecretBox(key), 'row', (sealed: Buffer) => sealed.fill(0, 28)],
])('returns null for %s', (_, box, owner, change) => {
  const sealed = createSecretBox(key).seal('secret', 'row');
  expect(box.open(change(sealed), owner)).toBeNull();
});
