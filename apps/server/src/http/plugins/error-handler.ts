import { AppError, formatBytes, toAppError } from '@stockbook/api';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { authenticationChallenge } from '../request-context.ts';
import { notJson } from './json-body.ts';
import { invalidAddress } from './require-valid-address.ts';
import { securityHeaders } from './security.ts';

/** The errors for requests that Fastify itself rejects, by its error code. */
const errorResponses: Record<string, (request: FastifyRequest) => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions: { bodyLimit } }) =>
    new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${formatBytes(bodyLimit)}`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('BAD_REQUEST', 'The body is not valid JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('BAD_REQUEST', 'The body is not as long as its content-length says'),
  FST_ERR_BAD_URL: invalidAddress,
  FST_ERR_ROUTE_MISSING_PARAM: () => new AppError('NOT_FOUND', 'Not found'),
};

const isBodyTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';

function translate(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode = 500 } = error instanceof Error ? (error as Partial<FastifyError>) : {};
  const createError = errorResponses[code];
  if (createError) return createError(request);
  if (error instanceof SyntaxError || (statusCode >= 400 && statusCode < 500)) {
    return new AppError('BAD_REQUEST', 'The request is not valid', { cause: error });
  }
  return toAppError(error);
}

export function errorHeaders(
  { status, retryAfterS, exceededLimit }: AppError,
  request: FastifyRequest,
): Record<string, string> {
  const isLimit = retryAfterS !== undefined && exceededLimit !== undefined;
  return {
    ...(retryAfterS === undefined ? {} : { 'retry-after': `${retryAfterS}` }),
    ...(isLimit
      ? {
          'ratelimit-limit': `${exceededLimit}`,
          'ratelimit-remaining': '0',
          'ratelimit-reset': `${retryAfterS}`,
        }
      : {}),
    ...(status === 401 ? { 'www-authenticate': authenticationChallenge(request) } : {}),
  };
}

/** Makes a Fastify error handler that sends errors of any layer in the body that `bodyOf` makes. */
export function createErrorHandler(bodyOf: (error: AppError) => object) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const appError = translate(error, request);
    if (appError.status >= 500) {
      request.log.error({ requestId: request.id, err: appError.cause ?? error }, 'request failed');
    }
    // A connection that Fastify closes while the client is sending may lose the answer. If it stays open, Node.js
    // discards the rest of the body, for as long as a request may take.
    if (isBodyTooLarge(error)) reply.removeHeader('connection');
    reply.headers(errorHeaders(appError, request));
    // Framework errors, and errors of early hooks, occur before the hooks that set these headers.
    reply.headers({ ...securityHeaders, 'x-request-id': request.id, 'cache-control': 'no-store' });
    return reply.code(appError.status).send(bodyOf(appError));
  };
}

export const sendError = createErrorHandler(({ body }) => body);
