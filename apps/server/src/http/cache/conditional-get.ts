import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { createCompressor, type Encoding, type ResponseCache } from './response-cache.ts';

/** A weak entity tag, because responses in different encodings share it. */
function weakEtag(name: string): string {
  return `W/"${name}"`;
}

/** A short name of a content, which differs between contents. */
export function contentName(content: string): string {
  return hash('sha256', content, 'base64url').slice(0, 27);
}

/**
 * RFC 9110, 13.1.2: `If-None-Match` is a list of entity tags, compared weakly, or `*` for any. The library `fresh`
 * also obeys `cache-control: no-cache`, which `fetch` adds to every request with `If-None-Match`: scripts would never
 * get 304.
 */
function matches(etag: string, ifNoneMatch: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => opaque(entry) === opaque(etag));
}

/** The quality value `q` of a media type in an `accept` header (RFC 9110, 12.4.2); 0 if the header does not name it. */
function quality(mediaType: string, accept: string): number {
  for (const entry of accept.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    if (name !== mediaType) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}

/** Whether an `accept` header permits a media type, by name or by range; everything without the header. */
export function accepts(mediaType: string, accept: string | undefined): boolean {
  const [type] = mediaType.split('/');
  const ranges = [mediaType, `${type}/*`, '*/*'];
  return accept === undefined || ranges.some((range) => quality(range, accept) > 0);
}

/** The media type of a response: JSON unless `accept` names one of `others` with a higher quality. */
export function chooseMediaType(accept: string | undefined, others: readonly string[]): string {
  const json = 'application/json';
  const [best] = others
    .map((mediaType) => ({ mediaType, q: quality(mediaType, accept ?? '') }))
    .sort((a, b) => b.q - a.q);
  return best && best.q > quality(json, accept ?? '') ? best.mediaType : json;
}

const encodings: Encoding[] = ['br', 'gzip', 'identity'];

function encodingFor({ 'accept-encoding': accepted }: IncomingHttpHeaders): Encoding {
  return (accepted === undefined ? null : negotiate(accepted.toLowerCase(), encodings)) ?? 'identity';
}

function compressed(text: Readable, encoding: Encoding): Readable {
  if (encoding === 'identity') return text;
  // `pipeline` destroys both streams when one fails; Fastify logs errors of the stream that it sends.
  return pipeline(text, createCompressor[encoding](), () => {});
}

/** Of a response with an ETag, by where it may be cached: personal data must not be stored by the browser. */
export const cacheControl = { server: 'no-store', 'server and browser': 'private, no-cache' } as const;

type Content = string | AsyncIterable<string>;
type Payload = Buffer | Readable;

interface Variant {
  /** How outputs are written. Part of the ETag: a transport may write the output of one key in several ways. */
  readonly representation: string;
  readonly cacheControl: string;
  /** The request headers on which the response depends. */
  readonly vary: string;
}

/** The response to one GET of a procedure that calls `ctx.cached`. */
export class ConditionalGet {
  readonly #headers: IncomingHttpHeaders;
  readonly #cache: ResponseCache;
  readonly #variant: Variant;
  readonly #encoding: Encoding;
  /** Names the response in the cache. Responses with equal keys are equal. */
  #key = '';
  #etag = '';
  #isMatch = false;
  #stored: Buffer | undefined;

  constructor(headers: IncomingHttpHeaders, cache: ResponseCache, variant: Variant) {
    this.#headers = headers;
    this.#cache = cache;
    this.#variant = variant;
    this.#encoding = encodingFor(headers);
  }

  /** Whether the client or the cache has the response. */
  get isCached(): boolean {
    return this.#isMatch || this.#stored !== undefined;
  }

  /** Implements `lookUp` of the procedure's context. */
  readonly lookUp = (key: string): boolean => {
    this.#key = `${this.#variant.representation} ${key}`;
    const stored = this.#cache.get(this.#key, this.#encoding);
    this.#stored = stored?.bytes;
    this.#etag = stored?.etag ?? weakEtag(contentName(this.#key));
    this.#isMatch = matches(this.#etag, this.#headers['if-none-match'] ?? '');
    return this.isCached;
  };

  /**
   * Sets status and headers.
   * @param write called unless the response is fresh; text is cached, a stream is not
   * @returns the payload: nothing, with status 304, if the client has the response
   */
  async send(reply: FastifyReply, write: () => Content | Promise<Content>): Promise<Payload | undefined> {
    const payload = this.#isMatch ? undefined : (this.#stored ?? (await this.#encode(await write())));
    // Other plugins may have set `vary`, too.
    const others = reply.getHeader('vary');
    const vary = others === undefined ? this.#variant.vary : `${others}, ${this.#variant.vary}`;
    reply.headers({ etag: this.#etag, vary, 'cache-control': this.#variant.cacheControl });
    if (payload === undefined) reply.code(304).removeHeader('content-type');
    else if (this.#encoding !== 'identity') reply.header('content-encoding', this.#encoding);
    return payload;
  }

  async #encode(content: Content): Promise<Payload> {
    return typeof content === 'string'
      ? await this.#cache.set(this.#key, this.#encoding, this.#etag, content)
      : compressed(Readable.from(content), this.#encoding);
  }
}
