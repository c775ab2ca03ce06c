import type { JWTPayload } from 'jose';

/** By how much the provider's clock may differ, in seconds. */
export const clockToleranceS = 30;

/** The event of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** The sessions that a logout token ends: all of a subject, or the one that it names. */
export interface Logout {
  readonly subject: string | null;
  readonly providerSessionId: string | null;
  /** The id of the token, which is good once. */
  readonly tokenId: string;
  readonly expiresAt: Date;
}

/** A claim that is a text with more than blanks; null for any other value. */
export function textClaim(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The last second of the year 9999: later ones have no ISO date of four digits. */
const maxSeconds = 253_402_300_799;

/** The instant of a claim, in seconds since 1970; null for one that is no instant or lies in the future. */
export function pastInstant(value: unknown, now: Date): Date | null {
  if (typeof value !== 'number' || !(value >= 0 && value <= maxSeconds)) return null;
  const instant = new Date(value * 1000);
  return instant.getTime() <= now.getTime() + clockToleranceS * 1000 ? instant : null;
}

/** At most 255 characters of ASCII (OpenID Connect Core 1.0, section 2). */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && /^[ -~]{1,255}$/.test(value);
}

/** @throws Error if the claims of a verified token are not those of a logout token */
export function readLogout(payload: JWTPayload, now: Date): Logout {
  const { sub = null, sid = null, events, iat, exp = 0, jti } = payload;
  const event: unknown = typeof events === 'object' && events !== null && Object(events)[logoutEvent];
  const isLogout = typeof event === 'object' && event !== null;
  // Otherwise an ID token could pass as a logout token.
  if (!isLogout || 'nonce' in payload) throw new Error('the token is not a logout token');
  if (!pastInstant(iat, now)) throw new Error('the token was issued in the future');
  if (exp > maxSeconds || typeof jti !== 'string' || jti === '')
    throw new Error('the token has no id or end');
  // A malformed one must not widen what ends, as a missing one does.
  const isValid = (id: unknown): id is string | null => id === null || isIdentifier(id);
  if (!isValid(sub) || !isValid(sid) || (sub === null && sid === null)) {
    throw new Error('the token names no valid subject or session');
  }
  return { subject: sub, providerSessionId: sid, tokenId: jti, expiresAt: new Date(exp * 1000) };
}
