import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';

/** A subscription as a browser makes it, with the keys that it keeps to itself. */
export interface TestSubscription {
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** Decrypts the body of a push message. @throws if it is not meant for these keys */
  readonly decrypt: (body: Uint8Array) => string;
}

const saltBytes = 16;
const tagBytes = 16;

function hkdf(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}

/**
 * Decrypts a message of one record (RFC 8188, `aes128gcm`) that was encrypted for a browser (RFC 8291, section 3.4).
 * @throws if the body is malformed or encrypted for others
 */
function decryptMessage(body: Uint8Array, { curve, auth }: { curve: ECDH; auth: Uint8Array }): string {
  const bytes = Buffer.from(body);
  const salt = bytes.subarray(0, saltBytes);
  const recordSize = bytes.readUInt32BE(saltBytes);
  const keyLength = bytes.readUInt8(saltBytes + 4);
  const start = saltBytes + 5;
  const senderKey = bytes.subarray(start, start + keyLength);
  const record = bytes.subarray(start + keyLength);
  if (record.length > recordSize) throw new Error('The message has more than one record');
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]);
  const secret = hkdf(curve.computeSecret(senderKey), auth, keyInfo, 32);
  const contentKey = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()]);
  // The last record ends in a two and zeros.
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The message has no delimiter');
  return padded.subarray(0, end).toString('utf8');
}

/** @param given base64url; random keys by default */
export function createSubscription(given?: { privateKey: string; auth: string }): TestSubscription {
  const curve = createECDH('prime256v1');
  if (given) curve.setPrivateKey(given.privateKey, 'base64url');
  else curve.generateKeys();
  const auth = given ? Buffer.from(given.auth, 'base64url') : randomBytes(16);
  return {
    keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
    decrypt: (body) => decryptMessage(body, { curve, auth }),
  };
}

const spkiOfP256 = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/**
 * Verifies an `authorization` header of RFC 8292.
 * @returns the key of the server, and the claims of its token
 * @throws if the signature is not valid
 */
export function verifyVapid(authorization: string): {
  publicKey: string;
  header: unknown;
  claims: Record<string, unknown>;
} {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    {
      key: Buffer.concat([spkiOfP256, Buffer.from(publicKey, 'base64url')]),
      format: 'der',
      type: 'spki',
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature of the token is not valid');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return { publicKey, header: read(header), claims: read(claims) };
}
