import { createDecipheriv, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { endsTooEarly, needsPassword, wrongPassword } from '../../move-in-error.ts';

const deriveKey = promisify(pbkdf2);

/** The bytes with which a file with a password begins. */
export const encryptedSignature = 'PORTFOLIO';

/** The program's own: all files have the same. */
const salt = Buffer.from('7043676ba48390a19f8e75c8cbbbe7e4', 'hex');

const rounds = 65_536;
const [ivBytes, blockBytes] = [16, 16];

/** The content and the version of a file, before its zip. */
const headerBytes = 8;

export interface Decrypted {
  readonly isBinary: boolean;
  readonly zip: Buffer;
}

/** @throws MoveInError */
export async function decrypt(bytes: Uint8Array, password: string | null): Promise<Decrypted> {
  if (password === null || password === '') throw needsPassword();
  const method = bytes[encryptedSignature.length];
  const start = encryptedSignature.length + 1;
  const encrypted = bytes.subarray(start + ivBytes);
  if (method === undefined || encrypted.length < blockBytes) throw endsTooEarly();
  const bits = method === 1 ? 256 : 128;
  const key = await deriveKey(password, salt, rounds, bits / 8, 'sha1');
  const decipher = createDecipheriv(`aes-${bits}-cbc`, key, bytes.subarray(start, start + ivBytes));
  let plain: Buffer;
  try {
    plain = Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch {
    throw wrongPassword();
  }
  const content = plain.length < headerBytes ? 0 : plain.readUInt32BE(0);
  // Another password can give a valid padding by chance.
  if (content !== 1 && content !== 2) throw wrongPassword();
  return { isBinary: content === 2, zip: plain.subarray(headerBytes) };
}
