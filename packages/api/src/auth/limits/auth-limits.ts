import { attemptCountRepository, type Database, type EntityManager } from '@stockbook/db';
import { AppError } from '../../errors.ts';
import { addressBlock } from './address-block.ts';

export interface Attempt {
  /** The client's address, as the server trusts it. */
  readonly address: string;
  /** What is tried for: an email as it is compared, or the digest of a refresh token. */
  readonly account: string;
}

/** Bounds how often somebody may sign up, sign in or renew (docs/decisions/006-limits-of-sign-in.md). */
export interface AuthLimits {
  /** @throws AppError TOO_MANY_REQUESTS, whether or not what would follow is right */
  attempt(attempt: Attempt): Promise<void>;
  /** Notes that a password was wrong. */
  failed(attempt: Attempt): Promise<void>;
  /** Notes that the account's owner was at this address, in the transaction that signs them in. */
  succeeded(tx: EntityManager, attempt: Attempt): Promise<void>;
}

export interface AuthLimitOptions {
  readonly perMinute: number;
  readonly clock: () => Date;
}

const minuteMs = 60 * 1000;

/** Failures are looked at over so long … */
const failuresMs = 15 * minuteMs;
/** … and so many minutes' worth of them for one account, from wherever, are an attack on it. */
const attackFactor = 3;

/** An address from which an account was signed in to is known for so long. */
const knownMs = 90 * 24 * 60 * minuteMs;

export function createAuthLimits(database: Database, { perMinute, clock }: AuthLimitOptions): AuthLimits {
  async function take(parts: readonly string[], allowance: number): Promise<void> {
    const now = clock();
    const { count, endsAtMs } = await attemptCountRepository.add(database.fork(), parts, minuteMs, now);
    if (count <= allowance) return;
    const retryAfterS = Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000));
    throw new AppError('TOO_MANY_REQUESTS', `Too many attempts: try again in ${retryAfterS} seconds`, {
      retryAfterS,
    });
  }

  /** While an account is attacked, an address that is not its owner's has one attempt a minute. */
  async function allowanceOf(block: string, account: string): Promise<number> {
    const now = clock();
    const failures = await attemptCountRepository.read(database.fork(), ['failures', account], now);
    if (failures < attackFactor * perMinute) return perMinute;
    const isKnown = await attemptCountRepository.read(database.fork(), ['known', block, account], now);
    return isKnown > 0 ? perMinute : 1;
  }

  return {
    async attempt({ address, account }) {
      const block = addressBlock(address);
      await take(['address', block], perMinute);
      await take(['account', block, account], await allowanceOf(block, account));
    },
    async failed({ account }) {
      await attemptCountRepository.add(database.fork(), ['failures', account], failuresMs, clock());
    },
    async succeeded(tx, { address, account }) {
      const parts = ['known', addressBlock(address), account];
      await attemptCountRepository.add(tx, parts, knownMs, clock());
    },
  };
}
