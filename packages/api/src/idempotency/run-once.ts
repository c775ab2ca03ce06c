import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { dayMs, minuteMs } from '@stockbook/common/durations';
import { type EntityManager, idempotencyKeyRepository, type StoredResponse } from '@stockbook/db';
import type { Services } from '../context.ts';
import { AppError, fieldError, toAppError } from '../errors.ts';
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
  /** Whether the transaction of `store` does not roll back the effect. */
  readonly hasExternalEffect: boolean;
}

/**
 * Executes a request, and calls `store` with the response in the transaction of its effect: the effect is rolled back
 * if `store` rejects.
 */
export type Execute = (
  store: (tx: EntityManager, response: StoredResponse) => Promise<void>,
) => Promise<StoredResponse>;

type RunServices = Pick<Services, 'database' | 'clock' | 'log'>;

/** @throws AppError BAD_REQUEST */
function assertValidKey(key: string): void {
  if (/^[!-~]{1,255}$/.test(key)) return;
  throw fieldError(
    'idempotency-key',
    'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces',
  );
}

function inProgress(): AppError {
  return new AppError(
    'CONFLICT',
    'A request with this Idempotency-Key is still being processed. Repeat it shortly',
  );
}

/**
 * Executes a request unless one with the same key has succeeded within a day; then returns the response to that one.
 * Of simultaneous requests one is executed, also across processes; the others wait. Failures are not stored: they
 * have changed nothing, and a repetition may succeed. An external effect may have happened in spite of a failure: its
 * key then stays claimed.
 * @throws AppError CONFLICT if the key belongs to another request, if an equal request takes too long, or if it is
 *   unknown whether an external effect has happened; TOO_MANY_REQUESTS after too many keys; the error of `execute`
 */
export async function runOnce(
  services: RunServices,
  { userId, key, content, hasExternalEffect }: RepeatableRequest,
  execute: Execute,
): Promise<StoredResponse> {
  assertValidKey(key);
  const { database, clock } = services;
  const requestDigest = hash('sha256', JSON.stringify(content));
  const deadline = performance.now() + maxWaitMs;
  for (let waitMs = minPollMs; performance.now() < deadline; waitMs = Math.min(2 * waitMs, maxPollMs)) {
    const now = clock();
    const request = { userId, key, requestDigest, createdAt: now };
    const expiredBefore = new Date(now.getTime() - idempotencyRetentionMs);
    const abandonedBefore = new Date(now.getTime() - abandonedAfterMs);
    const isClaimed = await idempotencyKeyRepository.claim(database.fork(), request, {
      expiredBefore,
      abandonedBefore: hasExternalEffect ? expiredBefore : abandonedBefore,
    });
    if (isClaimed) return executeClaimed(services, request, hasExternalEffect, execute);
    const stored = await idempotencyKeyRepository.find(database.fork(), request);
    if (stored && stored.requestDigest !== requestDigest) {
      throw new AppError('CONFLICT', 'This Idempotency-Key was used for another request. Use a new key');
    }
    if (stored?.response) return stored.response;
    if (stored && stored.createdAt <= abandonedBefore) {
      throw new AppError(
        'CONFLICT',
        'It is unknown whether the request with this Idempotency-Key has succeeded. Use a new key to repeat it',
      );
    }
    await delay(waitMs);
  }
  throw inProgress();
}

async function executeClaimed(
  services: RunServices,
  request: idempotencyKeyRepository.KeyedRequest,
  hasExternalEffect: boolean,
  execute: Execute,
): Promise<StoredResponse> {
  const { database, log } = services;
  try {
    await spendKey(services, request);
    return await execute(async (tx, response) => {
      if (!(await idempotencyKeyRepository.complete(tx, request, response))) throw inProgress();
    });
  } catch (error) {
    if (!hasExternalEffect || toAppError(error).status < 500) {
      await idempotencyKeyRepository.release(database.fork(), request).catch((cause: unknown) => {
        log.warn({ err: cause }, 'idempotency key not released: it can be used again in a minute');
      });
    }
    throw error;
  }
}

/** @throws AppError TOO_MANY_REQUESTS */
function spendKey(services: RunServices, { userId }: idempotencyKeyRepository.KeyedRequest): Promise<void> {
  return spend(
    services.database.fork(),
    { user: { id: userId }, services },
    {
      name: 'idempotency key',
      maximum: maxKeysPerDay,
      windowMs: dayMs,
      message: `You have used ${maxKeysPerDay.toLocaleString('en-US')} idempotency keys within a day`,
    },
  );
}
