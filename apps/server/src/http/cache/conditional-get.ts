import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { createCompressor, type Encoding, type ResponseCache } from './response-cache.ts';

const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/**
 * RFC 9110, 13.1.2: `If-None-Match` is a list of entity tags, compared weakly, or `*` for any. The library `fresh` also
 * obeys `cache-control: no-cache`, which `fetch` adds to every request with `If-None-Match`: scripts would never get 304.
 */
function matches(etag: string, ifNoneMatch: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => opaque(entry) === opaque(etag));
}

function encodingFor({ 'accept-encoding': accepted }: IncomingHttpHeaders): Encoding {
  return (accepted === undefined ? null : negotiate(accepted.toLowerCase(), encodings)) ?? 'identity';
}

function compressed(text: Readable, encoding: Encoding): Readable {
  if (encoding === 'identity') return text;
  // `pipeline` destroys both streams when one fails; Fastify logs errors of the stream that it sends.
  return pipeline(text, createCompressor[encoding](), () => {});
}

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
  /** Names the response in its ETag and in the cache. Responses with equal names are equal. */
  #name = '';
  #isFresh = false;
  #stored: Buffer | undefined;

  constructor(headers: IncomingHttpHeaders, cache: ResponseCache, variant: Variant) {
    this.#headers = headers;
    this.#cache = cache;
    this.#variant = variant;
    this.#encoding = encodingFor(headers);
  }

  /** Weak, because responses in different encodings share it. */
  get #etag(): string {
    return `W/"${this.#name}"`;
  }

  /** Implements `isFresh` of the procedure's context. */
  readonly isFresh = (key: string): boolean => {
    this.#name = hash('sha256', `${this.#variant.representation} ${key}`, 'base64url').slice(0, 27);
    const isMatch = matches(this.#etag, this.#headers['if-none-match'] ?? '');
    if (!isMatch) this.#stored = this.#cache.get(this.#name, this.#encoding);
    this.#isFresh = isMatch || this.#stored !== undefined;
    return this.#isFresh;
  };

  /**
   * Sets status and headers.
   * @param write called unless the response is fresh; text is cached, a stream is not
   * @returns the payload: nothing, with status 304, if the client has the response
   */
  async send(reply: FastifyReply, write: () => Content | Promise<Content>): Promise<Payload | undefined> {
    const payload = this.#isFresh ? this.#stored : await this.#encode(await write());
    // Other plugins may have set `vary`, too.
    const vary = [reply.getHeader('vary') ?? [], this.#variant.vary].flat().join(', ');
    reply.headers({ etag: this.#etag, vary, 'cache-control': this.#variant.cacheControl });
    if (payload === undefined) reply.code(304).removeHeader('content-type');
    else if (this.#encoding !== 'identity') reply.header('content-encoding', this.#encoding);
    return payload;
  }

  async #encode(content: Content): Promise<Payload> {
    return typeof content === 'string'
      ? await this.#cache.set(this.#name, this.#encoding, content)
      : compressed(Readable.from(content), this.#encoding);
  }
}
