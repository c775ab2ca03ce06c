import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The packages that pnpm linked but could not download: it goes on without an optional package, such as the part of a
 * package for this kind of machine, and reports success. Parts for other machines are not linked.
 *
 * @param {string} root the folder of the lock file
 */
export function missingPackages(root) {
  const store = join(root, 'node_modules/.pnpm');
  const folders = [
    'node_modules',
    ...readdirSync(store).map((name) => `node_modules/.pnpm/${name}/node_modules`),
  ];
  return [...new Set(folders.flatMap((folder) => missingIn(join(root, folder))))].sort();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function missingIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const scoped = entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('@'))
    .flatMap((scope) => missingIn(join(folder, scope.name)).map((name) => `${scope.name}/${name}`));
  const missing = entries.filter((entry) => entry.isSymbolicLink() && !existsSync(join(folder, entry.name)));
  return [...missing.map(({ name }) => name), ...scoped];
}
