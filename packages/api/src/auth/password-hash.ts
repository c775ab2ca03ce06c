import { hash, type Options, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for Argon2id (the library's default algorithm): 19 MiB, 2 passes, 1 lane. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let decoy: Promise<string> | undefined;

/**
 * Whether a password belongs to a hash. Where there is no account there is no hash either, and the same work
 * is done on a decoy, so that the answer takes as long as it would for an account.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  decoy ??= hashPassword('decoy');
  await verify(await decoy, password);
  return false;
}
