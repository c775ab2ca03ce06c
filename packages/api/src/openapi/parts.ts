import type { OpenAPIObject, SecuritySchemeObject } from 'trpc-openapi';
import type { ErrorBody, ErrorCode } from '../errors.ts';

type Components = NonNullable<OpenAPIObject['components']>;
type Headers = NonNullable<Components['headers']>;
type Responses = NonNullable<Components['responses']>;

export const title = 'Stockbook API';

export const description = `Watch list, price bars and technical indicators of a self-hosted Stockbook.

**Addresses.** Every path answers with and without its trailing slash. \`GET\` paths answer \`HEAD\` too. Path
parameters are percent-encoded: \`^GSPC\` is \`/stocks/%5EGSPC\`.

**Bodies** are JSON objects of 64 KiB at most, sent as \`application/json\`. Unknown fields are ignored, nothing is
coerced: \`"5"\` is not a number. A value that was accepted reads back equal.

**Signing in.** Send \`authorization: Bearer TOKEN\`, with an access token (an hour) or a personal access token (for
scripts). What belongs to another user is answered like what never was: 404.

**Errors** of every status have one shape, \`Error\`. A wrong method is 405 with \`allow\`, a request that is not sent
whole in time 408, an unknown path 404.

**Limits** count over a minute and a client address; \`ratelimit-*\` tell what is left, \`retry-after\` when to come back.
What one user may keep is limited, too: 409 names the limit.

**Long work** (adding and refreshing a stock, calculating an indicator) is answered 202 with a \`task_id\` to ask about.`;

export const tags = [
  { name: 'auth', description: 'Accounts, sign-ins and personal access tokens' },
  { name: 'stocks', description: 'The watch list, price bars, and what the user keeps about each stock' },
  { name: 'indicators', description: 'The catalogue of technical indicators, and what was calculated' },
  { name: 'strategies', description: 'Trading strategies the user wrote down' },
  { name: 'portfolios', description: 'Portfolios the user named' },
  { name: 'system', description: 'What runs here, and whether it runs well' },
];

export const securitySchemes: Record<string, SecuritySchemeObject> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of `/auth/login`, or a personal access token of `/auth/tokens`',
  },
};

const wholeNumber = { type: 'integer', minimum: 0 } as const;

export const headers = {
  'x-request-id': {
    description: 'Names the request in the server’s log',
    schema: { type: 'string', format: 'uuid' },
    required: true,
  },
  'ratelimit-limit': { description: 'Requests a minute for an address', schema: wholeNumber },
  'ratelimit-remaining': { description: 'How many of them are left', schema: wholeNumber },
  'ratelimit-reset': { description: 'In so many seconds they are all there again', schema: wholeNumber },
  'retry-after': { description: 'Come back in so many seconds', schema: wholeNumber, required: true },
  etag: {
    description: 'The version of this answer; send it back as `if-none-match`',
    schema: { type: 'string' },
    required: true,
  },
} satisfies Headers;

export function headerRefs(names: readonly (keyof typeof headers)[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What every answer carries. */
export const commonHeaders = headerRefs([
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
]);

interface ErrorResponse {
  readonly name: string;
  readonly description: string;
  readonly error: string;
  readonly code: ErrorCode;
  readonly details?: ErrorBody['details'];
}

/** Every status of failure an operation can have. */
export const errorResponses: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'BadRequest',
    description: 'The request is not valid; `details` names the fields',
    error: 'Email is invalid',
    code: 'BAD_REQUEST',
    details: [{ field: 'email', message: 'Email is invalid' }],
  },
  401: {
    name: 'Unauthorized',
    description: 'No token, or one that is malformed, unknown, expired or revoked; or wrong credentials',
    error: 'Sign in to continue',
    code: 'UNAUTHORIZED',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or it belongs to another user',
    error: 'Stock not found',
    code: 'NOT_FOUND',
  },
  409: {
    name: 'Conflict',
    description: 'It is taken, or there are too many already',
    error: 'An account with this email already exists',
    code: 'CONFLICT',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than 64 KiB',
    error: 'The body is larger than 64 KiB',
    code: 'PAYLOAD_TOO_LARGE',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON',
    error: 'The body must be JSON: send content-type application/json',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests, attempts to sign in, searches or new symbols',
    error: 'Too many requests: try again in 20 seconds',
    code: 'TOO_MANY_REQUESTS',
  },
  503: {
    name: 'ServiceUnavailable',
    description:
      'The database or the provider cannot be reached, too much is waiting, or the server is shutting down',
    error: 'The database cannot be reached. Try again shortly.',
    code: 'SERVICE_UNAVAILABLE',
  },
};

function isTemporary(status: number): boolean {
  return status === 429 || status === 503;
}

/** The refusals as shared responses, by name. */
export const refusalResponses: Responses = Object.fromEntries(
  Object.entries(errorResponses).map(([status, { name, description: text, ...body }]) => [
    name,
    {
      description: text,
      headers: { ...commonHeaders, ...(isTemporary(Number(status)) ? headerRefs(['retry-after']) : {}) },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: body } },
    },
  ]),
);

export function refusalRef(status: number): { $ref: string } {
  const refusal = errorResponses[status];
  if (!refusal) throw new Error(`No words for a refusal with status ${status}`);
  return { $ref: `#/components/responses/${refusal.name}` };
}
