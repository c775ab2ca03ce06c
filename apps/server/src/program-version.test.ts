import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectDir } from './env.ts';
import { programVersion } from './program-version.ts';

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'stockbook-version-'));
  for (const folder of ['apps/server/src', 'packages/api/src']) {
    cpSync(join(projectDir, folder), join(copy, folder), { recursive: true });
  }
});
afterEach(() => rmSync(copy, { recursive: true }));

it('changes when a source of the server or of a package changes', () => {
  const versions = new Set([programVersion(copy)]);
  for (const path of ['apps/server/src/main.ts', 'packages/api/src/router.ts', 'packages/api/src/new.ts']) {
    writeFileSync(join(copy, path), '// edited');
    versions.add(programVersion(copy));
  }
  expect(versions.size).toBe(4);
});

it('does not change when only tests change', () => {
  const before = programVersion(copy);
  writeFileSync(join(copy, 'packages/api/src/text.test.ts'), '// edited');
  expect(programVersion(copy)).toBe(before);
});

it('covers the sources of this program', () => {
  expect(programVersion(projectDir)).not.toBe(programVersion(copy));
});
