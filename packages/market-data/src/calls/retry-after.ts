import { dayMs } from '@stockbook/common/durations';

/**
 * The instant in a `retry-after` header, given as seconds from `now` or as an HTTP date (RFC 9110, section 10.2.3), at
 * most a day from `now`. Null if the header is malformed or the instant has passed.
 */
export function parseRetryAfter(header: string | null, now: Date): Date | null {
  if (header === null) return null;
  const text = header.trim();
  const instant = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(instant) || instant <= now.getTime()) return null;
  return new Date(Math.min(instant, now.getTime() + dayMs));
}
