import { generateSecret, generateURI, verify } from 'otplib';

/** RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds. */
const stepS = 30;
const secretBytes = 20;

/** @returns 160 random bits, in Base32 */
export function newSecret(): string {
  return generateSecret({ length: secretBytes });
}

/** The content of the QR code that an authenticator app scans. */
export function secretUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Stockbook', label: email, secret });
}

/** Whether the text has the form of a code, which apps show with a blank in the middle. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ''));
}

/** The step of a code that is shown now or was shown 30 seconds ago; null for any other text. */
export async function stepOf(code: string, secret: string, now: Date): Promise<number | null> {
  if (!isAppCode(code)) return null;
  const token = code.replaceAll(/\s/g, '');
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token, epoch, period: stepS, epochTolerance: [stepS, 0] });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
