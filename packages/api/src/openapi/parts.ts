import type { OpenAPIObject, SecuritySchemeObject } from 'trpc-openapi';
import type { ErrorBody, ErrorCode } from '../errors.ts';
import { exampleId } from '../primitives.ts';

type Components = NonNullable<OpenAPIObject['components']>;
type Headers = NonNullable<Components['headers']>;
type Responses = NonNullable<Components['responses']>;
type MediaTypes = Record<string, { schema: { $ref: string }; example: ErrorBody }>;

export const title = 'Stockbook API';

export const license = { name: 'MIT', url: 'https://opensource.org/license/mit' };

export const description = `Watch list, price bars and technical indicators of a self-hosted Stockbook.

**Paths.** A trailing slash is optional. Every \`GET\` path supports \`HEAD\`. Path parameters are percent-encoded:
\`^GSPC\` is \`/stocks/%5EGSPC\`.

**Request bodies** are JSON objects of at most 64 KiB (48 MiB for **importStocks**, 5 MiB for **importTransactions**, 24 MiB for **startMove**, 5 MiB for the prices of own instruments, 512 KiB for the transactions, tags and targets of a portfolio), sent as \`application/json\`. Unknown fields are ignored. Types are
not converted: \`"5"\` is not a number. Values that cannot be stored exactly are rejected.

**Authentication.** Send \`authorization: Bearer TOKEN\` with an access token (valid for an hour) or a personal access
token (for scripts). A personal access token of scope \`read\` gets 403 from calls that change something. Other users’
resources return 404.

**Errors** have the same shape, \`ApiError\`, for every status. A wrong method returns 405 with \`allow\`. An unknown path
returns 404. A request that is not received completely in time returns 408.

**Rate limits** apply per client address, per user and minute. A response that the server has cached counts a tenth. The
\`ratelimit-*\` headers give the remaining requests of the limit that is closest to its end, and
\`retry-after\` gives the seconds to wait; a 429 has the headers of the limit that was exceeded. Quotas limit what a user can store: the error of a 409 names the quota.

**Repeating a POST.** If you do not know whether a request has arrived, repeat it with the same \`idempotency-key\`: of all
requests with the same key and body, also simultaneous ones, one is executed, and all get its response. A key is valid for
24 hours; a user can use 1,000 a day. Failed requests are not stored. Paths below \`/auth\` ignore the header, because their
responses contain secrets.

**Tasks.** Adding a stock, refreshing a stock, importing stocks, calculating an indicator, and
running a backtest or a sweep return 202 with a \`task_id\`.
Request the task, whose path is in \`location\`, repeatedly for its progress and result: **getTask**.`;

export const tags = [
  { name: 'auth', description: 'Accounts, sign-ins and personal access tokens' },
  {
    name: 'stocks',
    description: 'Watch list, price bars and the user’s notes and preferences for each stock',
  },
  { name: 'lists', description: 'Lists of stocks of the watch list, in an order of their own' },
  { name: 'journal', description: 'Dated entries of the user about stocks' },
  { name: 'quotes', description: 'Prices of stocks during the session' },
  { name: 'instruments', description: 'Own instruments of the user: prices that no source has' },
  { name: 'indicators', description: 'Catalogue of technical indicators, and calculated indicators' },
  { name: 'signals', description: 'Rules, and the inbox of the signals that they give' },
  { name: 'tasks', description: 'Tasks that run in the background' },
  { name: 'strategies', description: 'Trading strategies of the user, their backtests and sweeps' },
  { name: 'portfolios', description: 'Portfolios of the user' },
  {
    name: 'notifications',
    description: 'Channels that carry signals out of the inbox, and their deliveries',
  },
  { name: 'system', description: 'Version and health of the server' },
];

export const securitySchemes: Record<string, SecuritySchemeObject> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token from `/auth/login`, or a personal access token from `/auth/tokens`',
  },
};

/** The form of an ETag: 27 characters of a digest. */
export const etagExample = 'W/"yVtGk0oUmTqXb3d5wLrJ2nHcPzA"';

/** The largest limit that can be configured. */
const maxLimit = 1_000_000;

const secondsOfADay = 86_400;

function wholeNumber(minimum: number, maximum: number, example: number) {
  return { type: 'integer' as const, minimum, maximum, examples: [example] };
}

export const headers = {
  'x-request-id': {
    description: 'Identifies the request in the server’s log',
    schema: { type: 'string', format: 'uuid' },
    required: true,
  },
  'ratelimit-limit': {
    description:
      'Maximum number of requests in the window of the limit. A request whose response was cached, such as a 304, counts a tenth',
    schema: wholeNumber(1, maxLimit, 600),
  },
  'ratelimit-remaining': {
    description: 'Number of requests left in the current window',
    schema: wholeNumber(0, maxLimit, 599),
  },
  'ratelimit-reset': {
    description: 'Seconds until the limit resets',
    schema: wholeNumber(0, secondsOfADay, 42),
  },
  'retry-after': {
    description: 'Seconds to wait before the next request',
    schema: wholeNumber(1, secondsOfADay, 20),
    required: true,
  },
  'www-authenticate': {
    description: 'The authentication scheme; with an error code if the request had a token',
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
    required: true,
  },
  allow: {
    description: 'The methods that the path supports',
    schema: { type: 'string', examples: ['GET, HEAD, OPTIONS'] },
  },
  location: {
    description:
      'The path of the created resource, or of the task that was started. Absent if a request has created several resources',
    schema: { type: 'string', examples: [`/api/tasks/${exampleId}`] },
  },
  'content-disposition': {
    description: 'The name of the file to save',
    schema: { type: 'string', examples: ['attachment; filename="stockbook-watch-list.csv"'] },
    required: true,
  },
  etag: {
    description: 'Version of the response. Send it as `if-none-match` with the next request',
    schema: { type: 'string', examples: [etagExample] },
    required: true,
  },
} satisfies Headers;

export function headerRefs(names: readonly (keyof typeof headers)[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

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

/** Every error status that an operation can return, with an example. */
export const errorResponses: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'BadRequest',
    description: 'The request is not valid; `details` lists the invalid fields',
    error: 'Email is invalid',
    code: 'BAD_REQUEST',
    details: [{ field: 'email', message: 'Email is invalid' }],
  },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing, malformed, unknown, expired or revoked, or the credentials are wrong',
    error: 'Sign in to continue',
    code: 'UNAUTHORIZED',
  },
  403: {
    name: 'Forbidden',
    description:
      'The code gives the reason: `INSUFFICIENT_SCOPE` if the personal access token may only read; `CONFIRMATION_REQUIRED` if the password was not entered within ten minutes (`confirm`); `PASSWORD_CHANGE_REQUIRED` if a password of the operator must be changed first (`changePassword`); `SECOND_FACTOR_SETUP_REQUIRED` if two-step sign-in must be turned on first (`createSecondFactor`); `SIGN_UP_CLOSED` if the operator creates the accounts',
    error: 'This token may only read',
    code: 'INSUFFICIENT_SCOPE',
  },
  404: {
    name: 'NotFound',
    description: 'The resource does not exist, or belongs to another user',
    error: 'Stock not found',
    code: 'NOT_FOUND',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path does not support the method; `allow` lists those that it supports',
    error: 'This path supports GET, HEAD, OPTIONS',
    code: 'METHOD_NOT_SUPPORTED',
  },
  409: {
    name: 'Conflict',
    description:
      'The value is already in use, a quota is used up, or the idempotency key was used for another request',
    error: 'An account with this email already exists',
    code: 'CONFLICT',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than its limit, which is 64 KiB for most operations',
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
    description: 'Too many requests, sign-in attempts, searches or new symbols',
    error: 'Too many requests: try again in 20 seconds',
    code: 'TOO_MANY_REQUESTS',
  },
  503: {
    name: 'ServiceUnavailable',
    description:
      'The database or the provider is not available, too many requests are waiting, or the server is shutting down',
    error: 'The database cannot be reached. Try again shortly.',
    code: 'SERVICE_UNAVAILABLE',
  },
};

/** Headers that only an error of this status has. */
const errorHeaders: Readonly<Record<number, readonly (keyof typeof headers)[]>> = {
  401: ['www-authenticate'],
  405: ['allow'],
  429: ['retry-after'],
  503: ['retry-after'],
};

function errorContent(example: ErrorBody): MediaTypes {
  return { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' }, example } };
}

/** The error responses as OpenAPI components, by name. */
export const sharedResponses: Responses = {
  ...Object.fromEntries(
    Object.entries(errorResponses).map(([status, { name, description: text, ...body }]) => [
      name,
      {
        description: text,
        headers: { ...commonHeaders, ...headerRefs(errorHeaders[Number(status)] ?? []) },
        content: errorContent(body),
      },
    ]),
  ),
  OtherError: {
    description: 'Any other error, for example 408 if the request is not received completely in time',
    content: errorContent({ error: 'The request was not sent whole in time', code: 'TIMEOUT' }),
  },
};

export const defaultResponse = { $ref: '#/components/responses/OtherError' };

export function errorResponseRef(status: number): { $ref: string } {
  const response = errorResponses[status];
  if (!response) throw new Error(`No error response is defined for status ${status}`);
  return { $ref: `#/components/responses/${response.name}` };
}
