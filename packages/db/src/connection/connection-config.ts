import { accessSync, constants } from 'node:fs';
import type { ClientConfig } from 'pg';

/** DATABASE_URL cannot be used. The message is one sentence for the operator. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * Driver options for a database URL. Options in the URL override others.
 *
 * `sslmode` follows libpq (by default the driver treats `require` and `verify-ca` like `verify-full`), except that
 * `prefer` does not fall back to clear text.
 * @throws DatabaseUrlError if `sslmode` is unknown, or a certificate or key file is missing or unreadable
 */
export function connectionConfig(
  url: string,
): Pick<ClientConfig, 'connectionString' | 'enableChannelBinding'> {
  const parsed = new URL(url);
  const { searchParams } = parsed;
  const mode = searchParams.get('sslmode');
  // `no-verify` is specific to the driver: TLS with any certificate.
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
