import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const stepMs = 30_000;

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows at a time (RFC 6238: SHA-1, 6 digits, 30 s). */
export function totp(secret: string, time = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / stepMs)));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The code of the step before, which is accepted as well; waits until the present step has 5 s left at least. */
export async function previousTotp(secret: string): Promise<string> {
  const leftMs = stepMs - (Date.now() % stepMs);
  if (leftMs < 5000) await delay(leftMs);
  return totp(secret, Date.now() - stepMs);
}
