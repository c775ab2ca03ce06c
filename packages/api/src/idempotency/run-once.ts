import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKeyRepository, type StoredResponse } from '@stockbook/db';
import { dayMs } from '@stockbook/market-data';
import type { Services } from '../context.ts';
import { minuteMs } from '../durations.ts';
import { AppError, fieldError } from '../errors.ts';
import { spend } from '../quotas/budget.ts';

/** How long the response to a request with an idempotency key is kept. */
export const idempotencyRetentionMs = dayMs;

/** A request without a response for so long has ended with its process: requests take seconds at most. */
const abandonedAfterMs = minuteMs;

/** How long a request waits for the response to an equal one. */
const maxWaitMs = 3_000;
const minPollMs = 10;
const maxPollMs = 200;

/** Per user and day: each key stores a response. */
const maxKeysPerDay = 1_000;

/** A request that a client may repeat without repeating its effect. */
export interface RepeatableRequest {
  readonly userId: string;
  /** The client's name for the request: repetitions have the same. */
  readonly key: string;
  /** All that determines the effect of the request. */
  readonly content: unknown;
}

/** @throws AppError BAD_REQUEST */
function assertValidKey(key: string): void {
  if (/^[!-~]{1,255}$/.test(key)) return;
  throw fieldError(
    'idempotency-key',
    'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces',
  );
}

/**
 * Executes a request unless one with the same key has succeeded within a day; then returns the response to that one. Of
 * simultaneous requests one is executed, also across processes; the others wait. Failures are not stored: they have
 * changed nothing, and a repetition may succeed.
 * @throws AppError CONFLICT if the key belongs to another request, or if an equal request takes too long;
 *   TOO_MANY_REQUESTS after too many keys; the error of `execute`
 */
export async function runOnce(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  { userId, key, content }: RepeatableRequest,
  execute: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  assertValidKey(key);
  const { database, clock } = services;
  const requestDigest = hash('sha256', JSON.stringify(content));
  const deadline = performance.now() + maxWaitMs;
  for (let waitMs = minPollMs; performance.now() < deadline; waitMs = Math.min(2 * waitMs, maxPollMs)) {
    const now = clock();
    const request = { userId, key, requestDigest, createdAt: now };
    const isClaimed = await idempotencyKeyRepository.claim(database.fork(), request, {
      expiredBefore: new Date(now.getTime() - idempotencyRetentionMs),
      abandonedBefore: new Date(now.getTime() - abandonedAfterMs),
    });
    if (isClaimed) return executeClaimed(services, request, execute);
    const stored = await idempotencyKeyRepository.find(database.fork(), request);
    if (stored && stored.requestDigest !== requestDigest) {
      throw new AppError('CONFLICT', 'This Idempotency-Key was used for another request. Use a new key');
    }
    if (stored?.response) return stored.response;
    await delay(waitMs);
  }
  throw new AppError(
    'CONFLICT',
    'A request with this Idempotency-Key is still being processed. Repeat it shortly',
  );
}

async function executeClaimed(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  request: idempotencyKeyRepository.KeyedRequest,
  execute: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const response = await executeOrRelease();
  await idempotencyKeyRepository.complete(database.fork(), request, response);
  return response;

  async function executeOrRelease(): Promise<StoredResponse> {
    try {
      await spend(
        database.fork(),
        { user: { id: request.userId }, clock },
        {
          name: 'idempotency key',
          maximum: maxKeysPerDay,
          windowMs: dayMs,
          message: `You have used ${maxKeysPerDay.toLocaleString('en-US')} idempotency keys within a day`,
        },
      );
      return await execute();
    } catch (error) {
      await idempotencyKeyRepository.release(database.fork(), request).catch((cause: unknown) => {
        log.warn({ err: cause }, 'idempotency key not released: it can be used again in a minute');
      });
      throw error;
    }
  }
}
