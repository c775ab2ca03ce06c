import { accessSync, constants } from 'node:fs';
import type { ClientConfig } from 'pg';

/** Why the address of a PostgreSQL cannot be used: one sentence for the operator. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * What the driver needs to connect to the PostgreSQL at an address. Options in the address win over others.
 *
 * `sslmode` means what it means to libpq: by itself the driver treats `require` and `verify-ca` like `verify-full`.
 * The exception is `prefer`, which does not fall back to clear text.
 * @throws DatabaseUrlError
 */
export function connectionConfig(
  url: string,
): Pick<ClientConfig, 'connectionString' | 'enableChannelBinding'> {
  const parsed = new URL(url);
  const { searchParams } = parsed;
  const mode = searchParams.get('sslmode');
  // `no-verify` is the driver's own: TLS, with any certificate.
  if (mode !== null && mode !== 'no-verify') {
    if (!sslModes.includes(mode)) {
      throw new DatabaseUrlError(`The sslmode of DATABASE_URL must be one of ${sslModes.join(', ')}.`);
    }
    if (mode === 'verify-ca' && !searchParams.has('sslrootcert')) {
      throw new DatabaseUrlError('The sslmode verify-ca of DATABASE_URL needs an sslrootcert.');
    }
    searchParams.set('uselibpqcompat', 'true');
  }
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const path = searchParams.get(name);
    if (path !== null) assertReadable(name, path);
  }
  const binding = searchParams.get('channel_binding') ?? 'disable';
  return { connectionString: parsed.href, enableChannelBinding: binding !== 'disable' };
}

function assertReadable(name: string, path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new DatabaseUrlError(`The ${name} of DATABASE_URL cannot be read: ${path}`, { cause: error });
  }
}
