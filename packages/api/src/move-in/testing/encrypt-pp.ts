import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { zip } from './zip.ts';

/** Writes a file of Portfolio Performance with a password. */
export function encryptPp(
  content: Uint8Array,
  password: string,
  { bits, isBinary }: { readonly bits: 128 | 256; readonly isBinary: boolean },
): Buffer {
  const salt = Buffer.from('7043676ba48390a19f8e75c8cbbbe7e4', 'hex');
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv(`aes-${bits}-cbc`, pbkdf2Sync(password, salt, 65_536, bits / 8, 'sha1'), iv);
  const header = Buffer.from([0, 0, 0, isBinary ? 2 : 1, 0, 0, 0, 70]);
  const plain = Buffer.concat([header, zip([{ name: 'data', bytes: content }])]);
  const method = Buffer.from([bits === 256 ? 1 : 0]);
  return Buffer.concat([Buffer.from('PORTFOLIO'), method, iv, cipher.update(plain), cipher.final()]);
}
