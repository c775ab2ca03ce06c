import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface SecretBox {
  /** @param owner id of the row that holds the secret: the result decrypts for this row only */
  seal(secret: string, owner: string): Buffer;
  /** Null if the secret was sealed with another key or for another row. */
  open(sealed: Uint8Array, owner: string): string | null;
  /** A digest that cannot be looked up without the key. */
  digest(text: string): string;
}

/** @param key 32 bytes: `SECRET_KEY` */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, nonceBytes);
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag);
        const decrypted = decipher.update(sealed.subarray(nonceBytes + tagBytes));
        return Buffer.concat([decrypted, decipher.final()]).toString('utf8');
      } catch {
        // GCM does not distinguish a wrong key from a changed text: both throw.
        return null;
      }
    },
    digest: (text) => createHmac('sha256', key).update(`digest ${text}`).digest('hex'),
  };
}
