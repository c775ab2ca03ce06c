import { isDatabaseUnavailable, StockLockAbortedError, writeProblemOf } from '@stockbook/db';
import { IndicatorError } from '@stockbook/indicators';
import { MarketDataError } from '@stockbook/market-data';
import { ComputationTimeoutError } from '@stockbook/portfolio/thread';
import { TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import { AppError, fieldError, isErrorCode } from './app-error.ts';

export * from './app-error.ts';

function fromZod(error: ZodError): AppError {
  const details = error.issues
    // An issue without a path concerns the whole input, not a field.
    .filter(({ path }) => path.length > 0)
    .map(({ path, message }) => ({ field: z.core.toDotPath(path), message }));
  return new AppError('BAD_REQUEST', error.issues[0]?.message ?? 'The request is not valid', {
    ...(details.length === 0 ? {} : { details }),
    cause: error,
  });
}

function unexpectedError(cause: unknown): AppError {
  return new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong on the server. Try again.', { cause });
}

const noWrites = {
  'disk full': 'The disk of the database is full',
  'read-only': 'The database takes no writes now',
};

/**
 * Maps any thrown value to an `AppError`. Unexpected errors get a generic message, so that no internals leak; `cause`
 * keeps the original for the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.cause instanceof ZodError) {
      // With another code it concerns the output or a stored value: not the client's mistake.
      return error.code === 'BAD_REQUEST' ? fromZod(error.cause) : unexpectedError(error.cause);
    }
    if (error.code === 'PARSE_ERROR' || error.cause instanceof SyntaxError) {
      return new AppError('BAD_REQUEST', 'The input is not valid JSON', { cause: error });
    }
    if (error.code !== 'INTERNAL_SERVER_ERROR' && isErrorCode(error.code)) {
      return new AppError(error.code, error.message, { cause: error });
    }
    return toAppError(error.cause);
  }
  if (error instanceof ZodError) return fromZod(error);
  if (error instanceof IndicatorError) {
    return fieldError(error.parameter ?? 'ta_indicator', error.message);
  }
  if (error instanceof MarketDataError) {
    return new AppError('SERVICE_UNAVAILABLE', error.message, {
      retryAfterS: error.retryAt ? Math.max(1, Math.ceil((error.retryAt.getTime() - Date.now()) / 1000)) : 30,
      cause: error,
    });
  }
  if (error instanceof ComputationTimeoutError) {
    return new AppError('SERVICE_UNAVAILABLE', error.message, { cause: error });
  }
  if (isDatabaseUnavailable(error)) {
    const problem = writeProblemOf(error);
    const message =
      problem === null ? 'The database cannot be reached. Try again shortly.' : noWrites[problem];
    return new AppError('SERVICE_UNAVAILABLE', message, {
      // An operator makes room; a database that takes no writes is often the old primary of a failover.
      retryAfterS: problem === 'disk full' ? 60 : 5,
      cause: error,
    });
  }
  return unexpectedError(error);
}

/** The message if the provider of market data exceeded the time limit of an attempt. */
export const providerTimeout = 'It took too long: the provider of market data did not answer in time';

/** Whether a signal was aborted by a time limit (`AbortSignal.timeout`), not by a worker that stops. */
export function hasTimedOut({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof DOMException && reason.name === 'TimeoutError';
}

/**
 * The error of a task attempt that exceeded its time limit.
 * @param message the reason, unless the attempt waited for another task that fetches the same stock
 */
export function timeoutError(cause: unknown, message = providerTimeout): AppError {
  const reason =
    cause instanceof StockLockAbortedError
      ? 'It took too long: another task was still fetching this stock. Try again shortly'
      : message;
  return new AppError('SERVICE_UNAVAILABLE', reason, { cause });
}
