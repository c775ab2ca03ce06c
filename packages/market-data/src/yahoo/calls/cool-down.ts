import { utcTime } from '../../calls/utc-time.ts';

/** Without a `retry-after` header; doubled from one cool-down in a row to the next. */
const minCoolDownS = 60;
/** Also the time without a 429 after which the next cool-down starts at `minCoolDownS`. */
const maxCoolDownS = 900;

/** A pause of all calls to Yahoo after a 429. */
export interface CoolDown {
  readonly until: Date;
  /** Duration from its start; the next cool-down in a row lasts twice as long. */
  readonly seconds: number;
  /** A sentence for the user. */
  readonly reason: string;
}

/**
 * Shares the cool-down between all processes that call Yahoo. Read before every call to Yahoo, written after a 429. If
 * the store fails, the call rejects with `unavailable`.
 */
export interface CoolDownStore {
  /** The last cool-down written, even if it has ended. */
  read(): Promise<CoolDown | null>;
  /** Replaces the stored cool-down unless that one ends later. */
  write(coolDown: CoolDown): Promise<void>;
}

export function createMemoryCoolDownStore(): CoolDownStore {
  let last: CoolDown | null = null;
  return {
    async read() {
      return last;
    },
    async write(coolDown) {
      if (last === null || coolDown.until > last.until) last = coolDown;
    },
  };
}

/**
 * The cool-down after a 429 at `now`: until `retryAt` if Yahoo sent it; otherwise a minute, or twice as long as
 * `previous` (at most 15 minutes) if that ended less than 15 minutes ago. Calls that were active when `previous` began
 * do not extend it.
 */
export function nextCoolDown(previous: CoolDown | null, retryAt: Date | null, now: Date): CoolDown {
  if (retryAt !== null) return coolDownUntil(retryAt, (retryAt.getTime() - now.getTime()) / 1000, now);
  if (previous !== null && previous.until > now) return previous;
  const isInARow = previous !== null && now.getTime() - previous.until.getTime() < maxCoolDownS * 1000;
  const seconds = isInARow ? Math.min(2 * previous.seconds, maxCoolDownS) : minCoolDownS;
  return coolDownUntil(new Date(now.getTime() + seconds * 1000), seconds, now);
}

function coolDownUntil(until: Date, seconds: number, now: Date): CoolDown {
  const reason = `Yahoo Finance is limiting requests; trying again after ${utcTime(until, now)}`;
  return { until, seconds, reason };
}
