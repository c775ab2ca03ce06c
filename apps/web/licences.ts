import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files with the terms of a package, and those whom the terms want to be named. */
const licenceFile = /^(licen[cs]e|copying|notice|authors)/i;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * The licences of the packages that files are part of: most want to be reproduced where the code is passed on, and
 * bundlers remove them.
 * @param paths absolute paths of bundled modules and other files; those of the project's own are left out
 */
export function licencesOf(paths: Iterable<string>): string {
  const folders = new Set([...paths].flatMap((path) => packageFolder(path) ?? []));
  const sections = new Map([...folders].map(describePackage));
  return [...sections]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([heading, text]) => `${'-'.repeat(80)}\n${heading}\n\n${text}\n`)
    .join('\n');
}

function packageFolder(path: string): string | undefined {
  const [folder] = path.replaceAll('\\', '/').match(/^[^\0]*\/node_modules\/(@[^/]+\/)?[^/?]+/) ?? [];
  return folder;
}

function describePackage(folder: string): readonly [heading: string, text: string] {
  const {
    name,
    version,
    license = 'see below',
  }: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  return [`${name} ${version} (${license})`, texts.join('\n\n')];
}
