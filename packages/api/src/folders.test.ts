import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

/** The folders directly below `src` that each of them imports. The files in `src` itself belong to none. */
function importedFolders(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })) {
    const [folder = ''] = file.split('/');
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const [, path = ''] of readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
      / from '((?:\.|#src\/).+)';/g,
    )) {
      const own = path.startsWith('#src/') ? path.slice('#src/'.length) : join(dirname(file), path);
      const [target = '', ...rest] = normalize(own).split('/');
      if (rest.length > 0 && target !== folder) imported.add(target);
    }
  }
  return folders;
}

/** The folders that a cycle runs through, or that import such a folder: what is left without those that import none. */
function cyclicFolders(): string[] {
  const left = importedFolders();
  for (;;) {
    const free = [...left].find(([, imported]) => [...imported].every((folder) => !left.has(folder)));
    if (!free) return [...left.keys()];
    left.delete(free[0]);
  }
}

it('has no import cycle between folders', () => {
  expect(importedFolders().get('history')).toContain('watch-list');
  expect(cyclicFolders()).toEqual([]);
});
