import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isBreached } from './breached-passwords.ts';

const dir = mkdtempSync(join(tmpdir(), 'stockbook-breached-'));
afterAll(() => rmSync(dir, { recursive: true }));

const passwords = Array.from({ length: 500 }, (_, index) => `password number ${index}`);

function writeList(name: string, lineBreak: string, end: string): string {
  const lines = passwords
    .map(
      (password, index) => `${createHash('sha1').update(password).digest('hex').toUpperCase()}:${index ** 2}`,
    )
    .sort();
  const path = join(dir, name);
  writeFileSync(path, lines.join(lineBreak) + end);
  return path;
}

describe.each([
  ['CRLF and no break at the end', '\r\n', ''],
  ['LF and a break at the end', '\n', '\n'],
])('isBreached in a file with %s', (name, lineBreak, end) => {
  const path = writeList(name, lineBreak, end);

  it('finds every password of the file', async () => {
    for (const password of passwords) {
      expect([password, await isBreached(path, password)]).toEqual([password, true]);
    }
  });

  it('finds no other password', async () => {
    for (let index = 500; index < 700; index += 1) {
      expect(await isBreached(path, `password number ${index}`)).toBe(false);
    }
  });
});

it('finds nothing in an empty file', async () => {
  const path = join(dir, 'empty');
  writeFileSync(path, '');
  expect(await isBreached(path, 'password')).toBe(false);
});
