import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };

/** The files that decide what a response contains; tests are absent from the container image. */
const sources = ['apps/server/src/**/*.*', 'packages/*/src/**/*.*'];
const tests = ['**/*.test.ts', '**/testing/**'];

/**
 * A digest of the version and the source files, equal on every machine. The version alone does not change between two
 * releases, while sources do (edited by a developer, pulled by an operator).
 */
export function programVersion(projectDir: string): string {
  const digest = createHash('sha256').update(packageJson.version);
  for (const path of globSync(sources, { cwd: projectDir, exclude: tests }).sort()) {
    const content = readFileSync(join(projectDir, path));
    digest.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return digest.digest('base64url');
}
