import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, StartError } from './env.ts';

/** In the data folder. */
const fileName = 'secret.key';

const keyForm = /^[0-9a-f]{64}$/i;

/**
 * The key that encrypts the secrets of notification channels: `SECRET_KEY`, or that of the key file, which is created
 * at the first start.
 * @throws StartError if there is neither
 */
export function readSecretKey({ SECRET_KEY, DATA_DIR }: Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>): Buffer {
  if (SECRET_KEY !== undefined) return Buffer.from(SECRET_KEY, 'hex');
  const path = join(DATA_DIR, fileName);
  try {
    createKeyFile(DATA_DIR, path);
    const text = readFileSync(path, 'utf8').trim();
    if (keyForm.test(text)) return Buffer.from(text, 'hex');
  } catch (error) {
    throw new StartError(
      `SECRET_KEY must be set, because its file ${path} cannot be written or read (${error instanceof Error && 'code' in error ? error.code : error})`,
    );
  }
  throw new StartError(`${path} must contain 64 hexadecimal digits, or SECRET_KEY must be set`);
}

/** Does nothing if the file exists: another process may have created it. */
function createKeyFile(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
