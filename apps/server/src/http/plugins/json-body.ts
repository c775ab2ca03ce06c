import { promisify } from 'node:util';
import { AppError, hasMoreParts, nextTurn, takeBars, tooManyValues, UnparsedBody } from '@stockbook/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of a JSON body, or the digest of one that stays unparsed; empty without one. */
    bodyText: string;
    /** Null unless the body is a large one of a route that leaves it unparsed. */
    unparsedBody: UnparsedBody | null;
    /** The text of the prices in a large body, which lacks them; null without them. */
    barsText: string | null;
  }

  interface FastifyContextConfig {
    /** Most values in a body that is larger than usual. Default: those of a text with a few fields. */
    maxBodyValues?: number;
    /** Whether the body has prices of an own instrument, of which a table is accepted, too. */
    hasBars?: boolean;
    /** Whether a large body stays unparsed. */
    isUnparsed?: boolean;
  }
}

/** Bytes of a body that is parsed whatever it contains: in a few milliseconds. */
const usualBodyBytes = 64 * 1024;

/** Bytes of a body whose prices a calculation thread parses. */
const maxParsedBytes = 256 * 1024;

/** Values in a larger body, which is a text with a few fields: parsing a million of them takes 200 ms. */
const maxValuesOfLargeBody = 100;

/** The text of an unparsed body for the parts of the program that need one. */
const emptyObject = '{}';

const tableType = 'text/csv';

const utf8 = new TextDecoder('utf-8', { fatal: true });

function isEmpty({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function declaresOtherCharset({ headers }: FastifyRequest): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '') ?? [];
  return !/^utf-?8$/i.test(charset);
}

/**
 * Decodes UTF-8 strictly: replacing invalid bytes by U+FFFD would make different passwords equal. A large body gets a
 * turn of the event loop of its own: several that arrive at once would hold it until the last one is parsed.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for another charset, BAD_REQUEST for invalid UTF-8 or too many values
 */
async function decodeBody(request: FastifyRequest, bytes: Buffer): Promise<string> {
  if (bytes.length === 0) return '';
  if (bytes.length > usualBodyBytes) await nextTurn();
  if (declaresOtherCharset(request)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8');
  }
  const { maxBodyValues = maxValuesOfLargeBody, hasBars, isUnparsed } = request.routeOptions.config;
  if (isUnparsed && bytes.length > usualBodyBytes) {
    request.unparsedBody = new UnparsedBody(bytes);
    return emptyObject;
  }
  const whole = decodeUtf8(bytes);
  const text = hasBars && bytes.length > maxParsedBytes ? withoutBars(request, whole) : whole;
  if (bytes.length > usualBodyBytes && hasMoreParts(text, maxBodyValues)) {
    throw new AppError('BAD_REQUEST', tooManyValues(maxBodyValues));
  }
  return text;
}

/** @throws AppError BAD_REQUEST if the text is not a JSON object */
function withoutBars(request: FastifyRequest, text: string): string {
  try {
    const { rest, bars } = takeBars(text);
    request.barsText = bars;
    return rest;
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The input is not valid JSON', { cause });
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The body is not valid UTF-8', { cause });
  }
}

/**
 * Stops decompression bombs, and forms that another site submits: accepts uncompressed JSON bodies only. A request
 * with an empty body may have any content type, or none: fetch, axios and curl add one to an empty POST, and some
 * send `transfer-encoding: chunked` without a chunk.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const isUncompressed =
      isEmpty(request) || ['identity', undefined].includes(request.headers['content-encoding']);
    done(
      isUncompressed ? undefined : new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed'),
    );
  });
  app.decorateRequest('bodyText', '');
  app.decorateRequest('unparsedBody', null);
  app.decorateRequest('barsText', null);
  const parse = promisify<FastifyRequest, string, unknown>(app.getDefaultJsonParser('error', 'error'));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      const text = await decodeBody(request, bytes);
      const { unparsedBody, barsText } = request;
      request.bodyText = unparsedBody ? await digestOf(unparsedBody) : `${text}${barsText ?? ''}`;
      return text === '' ? undefined : parse(request, text);
    },
  );
  app.addContentTypeParser<Buffer>(
    tableType,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (request.routeOptions.config.hasBars !== true) throw notJson();
      if (declaresOtherCharset(request)) {
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The table must be in UTF-8');
      }
      const csv = decodeUtf8(bytes);
      request.bodyText = csv;
      return { csv };
    },
  );
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_, bytes, done) =>
    done(bytes.length === 0 ? null : notJson()),
  );
}

/** SHA-256 in hex: computed outside of the event loop, which 24 MiB would hold. */
async function digestOf({ bytes }: UnparsedBody): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** Passes JSON bodies to the routes of `app` as decoded, unparsed text. */
export function acceptJsonText(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', tableType]);
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, decodeBody);
}

export function notJson(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: send content-type application/json');
}

/** tRPC accepts a request without a body only if its content type is JSON. */
export function defaultContentType(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    if (isEmpty(request)) request.raw.headers['content-type'] = 'application/json';
    done();
  });
}
