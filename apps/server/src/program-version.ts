import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };

/** The folders whose files decide what a response contains. */
const sources = ['apps/server/src', 'packages/*/src'];

/** Tests are absent from the container image, and hidden files are not ours. */
const notSource = /(^|\/)(\.|testing\/)|\.test\.ts$/;

/** Lists files by their folders: a pattern for the files themselves takes four times as long. */
function sourceFiles(projectDir: string): string[] {
  return globSync(sources, { cwd: projectDir })
    .flatMap((folder) =>
      readdirSync(join(projectDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(projectDir, join(parentPath, name))),
    )
    .filter((path) => !notSource.test(path))
    .sort();
}

/**
 * A digest of the version and the source files, equal on every machine. The version alone does not change between two
 * releases, while sources do (edited by a developer, pulled by an operator). A bundle contains that of its own sources.
 */
export function programVersion(projectDir: string): string {
  const digest = createHash('sha256').update(packageJson.version);
  for (const path of sourceFiles(projectDir)) {
    const content = readFileSync(join(projectDir, path));
    digest.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return digest.digest('base64url');
}
