import { hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import negotiate from '@fastify/accept-negotiator';
import type { JsonStream } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCompressor, type Encoding, type ResponseCache } from './response-cache.ts';

const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/** RFC 9110, 13.1.2: `If-None-Match` is a list of entity tags, compared weakly, or `*` for any. */
function matches(etag: string, ifNoneMatch: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => opaque(entry) === opaque(etag));
}

function encodingFor(headers: FastifyRequest['headers']): Encoding {
  const accepted = headers['accept-encoding'];
  return (accepted === undefined ? null : negotiate(accepted, encodings)) ?? 'identity';
}

function compressed(text: Readable, encoding: Encoding): Readable {
  if (encoding === 'identity') return text;
  // `pipeline` destroys both streams when one fails; Fastify logs errors of the stream that it sends.
  return pipeline(text, createCompressor[encoding](), () => {});
}

/** The response with an ETag to one request. */
export interface ConditionalResponse {
  /** Whether the procedure need not be called: the client has the current response, or the cache has it. */
  readonly isFresh: boolean;
  /** The payload if `isFresh`: nothing, with status 304, if the client has the response; otherwise the cached bytes. */
  notModified(): Buffer | undefined;
  /** The payload of new content. Text is cached, a stream is not. */
  send(content: string | JsonStream): Promise<Buffer | Readable>;
}

/** Responses with equal keys are equal. */
interface ResponseKey {
  /** The program's version: another one may serialize the same data differently. */
  readonly program: string;
  readonly operation: string;
  readonly mediaType: string;
  /** The version of the data, including the input. */
  readonly version: string;
}

export function conditionalResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  cache: ResponseCache,
  { program, operation, mediaType, version }: ResponseKey,
): ConditionalResponse {
  const encoding = encodingFor(headers);
  const key = [program, operation, mediaType, version].join(' ');
  const name = hash('sha256', key, 'base64url').slice(0, 27);
  // Weak: responses in different encodings share the tag.
  const etag = `W/"${name}"`;
  const isMatch = matches(etag, headers['if-none-match'] ?? '');
  const cached = isMatch ? undefined : cache.get(name, encoding);

  function send<Body extends Buffer | Readable | undefined>(bytes: Body): Body {
    // @fastify/cors may have set `vary: origin`.
    const vary = [reply.getHeader('vary') ?? [], 'accept, accept-encoding'].flat().join(', ');
    reply.headers({ etag, vary });
    if (bytes === undefined) reply.code(304);
    else reply.header('content-type', `${mediaType}; charset=utf-8`);
    if (bytes !== undefined && encoding !== 'identity') reply.header('content-encoding', encoding);
    return bytes;
  }

  return {
    isFresh: isMatch || cached !== undefined,
    notModified: () => send(cached),
    async send(content) {
      return send(
        typeof content === 'string'
          ? await cache.set(name, encoding, content)
          : compressed(Readable.from(content.pieces()), encoding),
      );
    },
  };
}
