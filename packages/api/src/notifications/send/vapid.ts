import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair by which push services recognise this server (RFC 8292), in base64url. */
export interface VapidKeys {
  /** An uncompressed point of P-256: 65 bytes. */
  readonly publicKey: string;
  /** 32 bytes. */
  readonly privateKey: string;
}

/** The order of P-256 (NIST SP 800-186, section 3.2.1.3). */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const privateKeyBytes = 32;

/** 16 bytes more than the key: the remainder of the division is then practically uniform (FIPS 186-5, A.2.1). */
const derivedBytes = 48;

/**
 * Derives the key pair from `SECRET_KEY`: nothing is stored, and a restored server keeps its devices.
 * @param secretKey 32 bytes
 */
export function deriveVapidKeys(secretKey: Uint8Array): VapidKeys {
  const derived = hkdfSync('sha256', secretKey, '', 'stockbook web-push vapid 1', derivedBytes);
  const number = BigInt(`0x${Buffer.from(derived).toString('hex')}`);
  const privateNumber = 1n + (number % (curveOrder - 1n));
  const privateKey = Buffer.from(privateNumber.toString(16).padStart(2 * privateKeyBytes, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** The address in `Stockbook <bot@example.com>`, or the whole text. */
function bareAddress(mailFrom: string): string {
  return (/<([^<>]*)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom).trim();
}

/**
 * Names the contact of this server for push services. Apple's accepts no other form, and refuses the token without a
 * hint.
 * @param publicUrl `PUBLIC_URL`
 * @param mailFrom `MAIL_FROM`
 * @returns null without an https address and without an email address
 */
export function vapidSubject(publicUrl: string | null, mailFrom: string | null): string | null {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const address = mailFrom === null ? '' : bareAddress(mailFrom);
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? `mailto:${address}` : null;
}
