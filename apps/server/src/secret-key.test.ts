import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSecretKey } from './secret-key.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stockbook-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('takes SECRET_KEY and writes no file', () => {
  const DATA_DIR = join(newFolder(), 'data');
  expect(readSecretKey({ SECRET_KEY: 'AB'.repeat(32), DATA_DIR })).toEqual(Buffer.alloc(32, 0xab));
  expect(() => statSync(DATA_DIR)).toThrow('ENOENT');
});

it('creates a key file that only its owner can read, and reads it at the next start', () => {
  const DATA_DIR = join(newFolder(), 'data');
  const key = readSecretKey({ SECRET_KEY: undefined, DATA_DIR });
  expect(key).toHaveLength(32);
  const path = join(DATA_DIR, 'secret.key');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8').trim()).toBe(key.toString('hex'));
  expect(readSecretKey({ SECRET_KEY: undefined, DATA_DIR })).toEqual(key);
});

it('rejects a key file with other content', () => {
  const DATA_DIR = newFolder();
  writeFileSync(join(DATA_DIR, 'secret.key'), 'too short');
  expect(() => readSecretKey({ SECRET_KEY: undefined, DATA_DIR })).toThrow(
    /secret\.key must contain 64 hexadecimal digits, or SECRET_KEY must be set$/,
  );
});

it('says that SECRET_KEY must be set if the data folder cannot be written', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  expect(() => readSecretKey({ SECRET_KEY: undefined, DATA_DIR: join(file, 'data') })).toThrow(
    /^SECRET_KEY must be set, because its file .* cannot be written or read \(E[A-Z]+\)$/,
  );
});
