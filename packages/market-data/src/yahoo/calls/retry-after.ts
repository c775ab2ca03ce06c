const A_DAY_MS = 86_400_000;

/**
 * The instant that a `retry-after` header names, as seconds from `now` or as an HTTP date (RFC 9110, section 10.2.3);
 * a day from `now` at most. Null where it names none that lies ahead.
 */
export function parseRetryAfter(header: string | null, now: Date): Date | null {
  if (header === null) return null;
  const text = header.trim();
  const instant = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(instant) || instant <= now.getTime()) return null;
  return new Date(Math.min(instant, now.getTime() + A_DAY_MS));
}
