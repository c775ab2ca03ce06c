import { attemptCountRepository, type Database, type EntityManager } from '@stockbook/db';
import { AppError } from '../../errors.ts';
import { addressBlock } from './address-block.ts';

export interface Attempt {
  /** The client's IP address, after `TRUST_PROXY` was applied. */
  readonly address: string;
  /** The key of the account: the email's comparison key, or the digest of a refresh token. */
  readonly account: string;
}

/** Rate limits of sign-up, sign-in and token refresh (docs/decisions/006-limits-of-sign-in.md). */
export interface AuthLimits {
  /**
   * Counts an attempt, before its credentials are checked.
   * @throws AppError TOO_MANY_REQUESTS, also for correct credentials
   */
  attempt(attempt: Attempt): Promise<void>;
  /** Counts a wrong password. */
  failed(attempt: Attempt): Promise<void>;
  /** Marks the address as one of the account's owner, in the transaction that creates the session. */
  succeeded(tx: EntityManager, attempt: Attempt): Promise<void>;
}

export interface AuthLimitOptions {
  /** Attempts per address block, and per account from one address block. */
  readonly perMinute: number;
  readonly clock: () => Date;
}

const minuteMs = 60 * 1000;

/** Failures of an account, from all addresses, are counted in windows of this length. */
const failureWindowMs = 15 * minuteMs;
/** An account counts as attacked after `attackFactor * perMinute` failures within `failureWindowMs`. */
const attackFactor = 3;

/** An address block stays known to an account for 90 days after a sign-in. */
const rememberForMs = 90 * 24 * 60 * minuteMs;

export function createAuthLimits(database: Database, { perMinute, clock }: AuthLimitOptions): AuthLimits {
  async function countAttempt(parts: readonly string[], maxAttempts: number): Promise<void> {
    const now = clock();
    const { count, endsAtMs } = await attemptCountRepository.add(database.fork(), parts, minuteMs, now);
    if (count <= maxAttempts) return;
    const retryAfterS = Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000));
    throw new AppError('TOO_MANY_REQUESTS', `Too many attempts: try again in ${retryAfterS} seconds`, {
      retryAfterS,
      exceededLimit: maxAttempts,
    });
  }

  /** While an account is attacked, an unknown address block has one attempt per minute. */
  async function maxAttemptsFor(block: string, account: string): Promise<number> {
    const now = clock();
    const failures = await attemptCountRepository.read(database.fork(), ['failures', account], now);
    if (failures < attackFactor * perMinute) return perMinute;
    const isKnown = await attemptCountRepository.read(database.fork(), ['known', block, account], now);
    return isKnown > 0 ? perMinute : 1;
  }

  return {
    async attempt({ address, account }) {
      const block = addressBlock(address);
      await countAttempt(['address', block], perMinute);
      await countAttempt(['account', block, account], await maxAttemptsFor(block, account));
    },
    async failed({ account }) {
      await attemptCountRepository.add(database.fork(), ['failures', account], failureWindowMs, clock());
    },
    async succeeded(tx, { address, account }) {
      const parts = ['known', addressBlock(address), account];
      await attemptCountRepository.add(tx, parts, rememberForMs, clock());
    },
  };
}
