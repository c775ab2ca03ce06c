import type { TRPC_ERROR_CODE_KEY } from '@trpc/server';
import { z } from 'zod';

const statusOf = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  INSUFFICIENT_SCOPE: 403,
  CONFIRMATION_REQUIRED: 403,
  PASSWORD_CHANGE_REQUIRED: 403,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  SIGN_UP_CLOSED: 403,
  PASSWORD_SIGN_IN_OFF: 403,
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

export function isErrorCode(code: string): code is ErrorCode {
  return code in statusOf;
}

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
      case 'PASSWORD_SIGN_IN_OFF':
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
