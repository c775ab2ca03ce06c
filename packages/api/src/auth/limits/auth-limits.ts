import { hourMs, minuteMs } from '@stockbook/common/durations';
import { attemptCountRepository, type Database, digestToken, type EntityManager } from '@stockbook/db';
import { AppError } from '../../errors.ts';
import { addressBlock, networkBlock } from './address-block.ts';

export interface Attempt {
  /** The client's IP address, after `TRUST_PROXY` was applied. */
  readonly address: string;
  /** The secret of the client's device; null without one. */
  readonly device: string | null;
  /** The key of the account: the email's comparison key, or the digest of a refresh token. */
  readonly account: string;
}

export interface AdmittedAttempt extends Attempt {
  readonly block: string;
  /** Whether the account's owner has signed in with this device. */
  readonly isKnownDevice: boolean;
  /** Whether the account's owner has signed in with this device or from this address block. */
  readonly isKnown: boolean;
}

/** Rate limits of sign-up, sign-in and token refresh (docs/decisions/006-limits-of-sign-in.md). */
export interface AuthLimits {
  /**
   * Counts an attempt, before its credentials are checked.
   * @throws AppError TOO_MANY_REQUESTS, also for correct credentials
   */
  attempt(attempt: Attempt): Promise<AdmittedAttempt>;
  /** Finds out whether the client is known to an account that was proved by other means than a password. */
  recognise(attempt: Attempt): Promise<AdmittedAttempt>;
  /**
   * Counts a step of a sign-in by passkey, apart from other attempts: nothing can be guessed.
   * @throws AppError TOO_MANY_REQUESTS
   */
  attemptPasskey(address: string, step: 'challenge' | 'answer'): Promise<void>;
  /** Counts a wrong password. */
  failed(attempt: Attempt): Promise<void>;
  /**
   * Marks the address and the device as those of the account's owner, in the transaction that creates the session.
   * @param device the secret that the client keeps from now on
   */
  succeeded(tx: EntityManager, attempt: Attempt, device: string): Promise<void>;
  /**
   * Counts a request of the identity provider, or one that causes a request to it.
   * @throws AppError TOO_MANY_REQUESTS
   */
  admit(request: keyof typeof providerRequests, address: string): Promise<void>;
  /**
   * Counts an attempt to enter a code, before the code is checked.
   * @throws AppError TOO_MANY_REQUESTS
   */
  attemptCode(userId: string): Promise<void>;
  /** Forgets the attempts: the code was right. */
  succeededCode(userId: string): Promise<void>;
}

export interface AuthLimitOptions {
  /** Attempts per address block, and per account from one address block. */
  readonly perMinute: number;
  readonly clock: () => Date;
}

/** A provider assigns a /48 to one site, which may have many people. */
const networkFactor = 4;

/** Failures of an account, from all addresses, are counted in windows of this length. */
const failureWindowMs = 15 * minuteMs;
/** An account counts as attacked after `attackFactor * perMinute` failures within `failureWindowMs`. */
const attackFactor = 3;

/** Attempts for an attacked account from all unknown addresses together: a botnet has no more guesses than this. */
const unknownPerMinute = 10;
const unknownPerHour = 100;

/** An address block and a device stay known to an account for 90 days after a sign-in. */
const rememberForMs = 90 * 24 * hourMs;

/** Requests about sign-ins at the identity provider, per address block and minute. */
const providerRequests = { 'provider callback': 60, 'provider logout': 600 };

/** Codes of an account in windows of `failureWindowMs`; beyond it, one a minute. */
const maxCodes = 5;

/** Challenges for an address block, and answers: each challenge stores a row for five minutes. */
const passkeysPerMinute = 60;

/** Returns a function that counts an attempt. It rejects with TOO_MANY_REQUESTS beyond `maxAttempts` in the window. */
function createAttemptCounter(database: Database, clock: () => Date) {
  return async (
    parts: readonly string[],
    maxAttempts: number,
    { windowMs = minuteMs, userId }: { windowMs?: number; userId?: string } = {},
  ): Promise<void> => {
    const now = clock();
    const { count, endsAtMs } = await attemptCountRepository.add(database.fork(), parts, windowMs, now);
    if (count <= maxAttempts) return;
    const retryAfterS = Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000));
    throw new AppError('TOO_MANY_REQUESTS', `Too many attempts: try again in ${retryAfterS} seconds`, {
      retryAfterS,
      exceededLimit: maxAttempts,
      ...(userId !== undefined && { userId }),
    });
  };
}

export function createAuthLimits(database: Database, { perMinute, clock }: AuthLimitOptions): AuthLimits {
  const countAttempt = createAttemptCounter(database, clock);
  const countOf = (parts: readonly string[]) => attemptCountRepository.read(database.fork(), parts, clock());

  async function isAttacked(account: string): Promise<boolean> {
    return (await countOf(['failures', account])) >= attackFactor * perMinute;
  }

  const deviceParts = (device: string, account: string) => ['device', digestToken(device), account];

  async function isDeviceKnown({ device, account }: Attempt): Promise<boolean> {
    return device !== null && (await countOf(deviceParts(device, account))) > 0;
  }

  /** Counts an attempt for the block of its address, and for the network around it. */
  async function countOrigin(parts: readonly string[], address: string, maximum: number): Promise<void> {
    await countAttempt([...parts, 'address', addressBlock(address)], maximum);
    const network = networkBlock(address);
    if (network !== null) await countAttempt([...parts, 'network', network], networkFactor * maximum);
  }

  async function recognise(attempt: Attempt): Promise<AdmittedAttempt> {
    const block = addressBlock(attempt.address);
    const isKnownDevice = await isDeviceKnown(attempt);
    const isKnown = isKnownDevice || (await countOf(['known', block, attempt.account])) > 0;
    return { ...attempt, block, isKnownDevice, isKnown };
  }

  return {
    recognise,
    async attempt(attempt) {
      const { address, account } = attempt;
      const admitted = await recognise(attempt);
      const { block, isKnown } = admitted;
      const isRestricted = !isKnown && (await isAttacked(account));
      await countOrigin([], address, perMinute);
      await countAttempt(['account', block, account], isRestricted ? 1 : perMinute);
      if (isRestricted) {
        await countAttempt(['unknown', account], unknownPerMinute);
        await countAttempt(['unknown within an hour', account], unknownPerHour, { windowMs: hourMs });
      }
      return admitted;
    },
    attemptPasskey: (address, step) => countOrigin(['passkey', step], address, passkeysPerMinute),
    async failed({ account }) {
      await attemptCountRepository.add(database.fork(), ['failures', account], failureWindowMs, clock());
    },
    async succeeded(tx, { address, account }, device) {
      const known = [['known', addressBlock(address), account], deviceParts(device, account)];
      for (const parts of known) await attemptCountRepository.add(tx, parts, rememberForMs, clock());
    },
    async admit(request, address) {
      await countOrigin([request], address, providerRequests[request]);
    },
    async attemptCode(userId) {
      const { count } = await attemptCountRepository.add(
        database.fork(),
        ['codes', userId],
        failureWindowMs,
        clock(),
      );
      if (count > maxCodes) await countAttempt(['codes within a minute', userId], 1, { userId });
    },
    async succeededCode(userId) {
      await attemptCountRepository.reset(database.fork(), ['codes', userId]);
    },
  };
}

export function attemptOf(
  { address, device }: { readonly address: string; readonly device: { readonly value: string | null } },
  account: string,
): Attempt {
  return { address, device: device.value, account };
}
