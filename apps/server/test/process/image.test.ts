import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { expect, it } from 'vitest';
import { projectDir } from '../../src/env.ts';

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8');

// Docker distinguishes case, the library does not by default.
const ignored = dockerignore.default({ ignorecase: false }).add(read('.dockerignore'));

/** The files that the Dockerfile copies from the project, not from another stage. */
const sources = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths = '']) =>
  paths.split(' ').slice(0, -1),
);

/** Whether a file reaches Docker, or any file of a folder. */
function isInContext(path: string): boolean {
  const absolute = join(projectDir, path);
  if (!existsSync(absolute)) return false;
  if (statSync(absolute).isFile()) return !ignored.ignores(path);
  return readdirSync(absolute, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && !ignored.ignores(relative(projectDir, join(entry.parentPath, entry.name))),
  );
}

it('builds the image of files that .dockerignore lets through', () => {
  expect(sources.length).toBeGreaterThan(15);
  expect(sources.filter((path) => !isInContext(path))).toEqual([]);
});

it('copies the manifest of every package, which pnpm needs to accept the lock file', () => {
  const packages = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(projectDir, folder)).map((name) => `${folder}/${name}`),
  );
  const manifests = ['e2e', ...packages].map((folder) => `${folder}/package.json`);
  expect(sources).toEqual(
    expect.arrayContaining(manifests.filter((path) => existsSync(join(projectDir, path)))),
  );
});

it('copies every picture of the README, which the landing page shows', () => {
  const pictures = readdirSync(join(projectDir, 'docs/pictures')).filter((name) => name.endsWith('.png'));
  expect(pictures.filter((name) => ignored.ignores(`docs/pictures/${name}`))).toEqual([]);
  expect(sources).toContain('docs/pictures');
});
