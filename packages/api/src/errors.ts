import { isDatabaseUnavailable, StockLockAbortedError, writeProblemOf } from '@stockbook/db';
import { IndicatorError } from '@stockbook/indicators';
import { MarketDataError } from '@stockbook/market-data';
import { type TRPC_ERROR_CODE_KEY, TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';

const statusOf = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  INSUFFICIENT_SCOPE: 403,
  CONFIRMATION_REQUIRED: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  SIGN_UP_CLOSED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

const errorCodes = Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]];

interface FieldError {
  readonly field: string;
  readonly message: string;
  /** For text of the rule language: where the error is, in UTF-16 code units. */
  readonly offset?: number;
  readonly length?: number;
  /** For rules of a strategy: the same, or null for a field that is no rule. */
  readonly position?: { readonly offset: number; readonly length: number } | null;
}

export type ErrorDetails = string | readonly FieldError[];

const position = z.number().int().min(0).max(65_536);

/** Body of every error response under `/api`. */
export const errorBody = z
  .object({
    error: z.string().meta({ description: 'Message for the user', examples: ['Stock not found'] }),
    code: z.enum(errorCodes).meta({ description: 'Code for programs', examples: ['NOT_FOUND'] }),
    details: z
      .union([
        z.string(),
        z.array(
          z.object({
            field: z.string(),
            message: z.string(),
            offset: position
              .meta({
                description:
                  'Of the error in the text of a rule, in UTF-16 code units: calls that take one rule have `offset` and `length` here',
                examples: [16],
              })
              .optional(),
            length: position.meta({ examples: [5] }).optional(),
            position: z
              .object({
                offset: position.meta({ examples: [4] }),
                length: position.meta({ examples: [1] }),
              })
              .nullable()
              .meta({
                description:
                  'Of the error in a rule of a strategy, in UTF-16 code units; null for other fields. Other calls do not have it',
              })
              .optional(),
          }),
        ),
      ])
      .meta({
        description: 'For 400, the invalid fields in the order of validation',
        examples: [[{ field: 'email', message: 'Email is invalid' }]],
      })
      .optional(),
  })
  .meta({ id: 'ApiError' });
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * The error that use cases throw. `message` is shown to the user, `code` determines the HTTP status, `retryAfterS` is
 * the `retry-after` header in seconds, `exceededLimit` the number of requests that the exceeded limit allows, and
 * `userId` the user whose limit it is, for the security event of a request without authentication.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly retryAfterS: number | undefined;
  readonly exceededLimit: number | undefined;
  readonly userId: string | undefined;
  /** Whether the user has as much as one may have. */
  readonly isQuota: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: ErrorDetails;
      retryAfterS?: number;
      exceededLimit?: number;
      userId?: string;
      isQuota?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
    this.exceededLimit = options.exceededLimit;
    this.userId = options.userId;
    this.isQuota = options.isQuota ?? false;
  }

  get status(): number {
    return statusOf[this.code];
  }

  /** The code that tRPC knows for the status. */
  get trpcCode(): TRPC_ERROR_CODE_KEY {
    switch (this.code) {
      case 'SECOND_FACTOR_REQUIRED':
        return 'UNAUTHORIZED';
      case 'INSUFFICIENT_SCOPE':
      case 'CONFIRMATION_REQUIRED':
      case 'PASSWORD_CHANGE_REQUIRED':
      case 'SECOND_FACTOR_SETUP_REQUIRED':
      case 'SIGN_UP_CLOSED':
        return 'FORBIDDEN';
      default:
        return this.code;
    }
  }

  /** The response body. Excludes `cause`, which is only for the log. */
  get body(): ErrorBody {
    const body = { error: this.message, code: this.code };
    return this.details === undefined
      ? body
      : { ...body, details: typeof this.details === 'string' ? this.details : [...this.details] };
  }
}

export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found`);
}

/** The error of a single invalid field: `message` is both the error and the detail of the field. */
export function fieldError(field: string, message: string): AppError {
  return new AppError('BAD_REQUEST', message, { details: [{ field, message }] });
}

function isErrorCode(code: string): code is ErrorCode {
  return code in statusOf;
}

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
