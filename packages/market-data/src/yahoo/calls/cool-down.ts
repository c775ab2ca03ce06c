import { utcTime } from './utc-time.ts';

const SHORTEST_S = 60;
const LONGEST_S = 900;

/** A time during which Yahoo is asked nothing, because it said that it was asked too much. */
export interface CoolDown {
  readonly until: Date;
  /** How long it was meant to last from its start; the next one in a row lasts twice as long. */
  readonly seconds: number;
  /** A sentence for the user. */
  readonly reason: string;
}

/**
 * Where the cool-down lies, so that all processes that ask Yahoo can share one. It is read before every call to Yahoo
 * and written after a 429. A store that fails makes the call `unavailable`.
 */
export interface CoolDownStore {
  /** The last one written, also after its time. */
  read(): Promise<CoolDown | null>;
  /** Replaces the one that is there, unless that one lasts longer. */
  write(coolDown: CoolDown): Promise<void>;
}

/** A cool-down that this process shares with none. */
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
 * The cool-down that a 429 at `now` starts. Yahoo's own `retryAt` is obeyed; without one it lasts a minute, and twice
 * as long as `previous` if that ended less than 15 minutes ago, up to 15 minutes. While `previous` lasts, which
 * calls under way at its start can meet, it stays.
 */
export function nextCoolDown(previous: CoolDown | null, retryAt: Date | null, now: Date): CoolDown {
  if (retryAt !== null) return coolDownUntil(retryAt, (retryAt.getTime() - now.getTime()) / 1000, now);
  if (previous !== null && previous.until > now) return previous;
  const isInARow = previous !== null && now.getTime() - previous.until.getTime() < LONGEST_S * 1000;
  const seconds = isInARow ? Math.min(2 * previous.seconds, LONGEST_S) : SHORTEST_S;
  return coolDownUntil(new Date(now.getTime() + seconds * 1000), seconds, now);
}

function coolDownUntil(until: Date, seconds: number, now: Date): CoolDown {
  const reason = `Yahoo Finance is limiting requests; trying again after ${utcTime(until, now)}`;
  return { until, seconds, reason };
}
