import { hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import negotiate from '@fastify/accept-negotiator';
import type { JsonStream } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCompressor, type Encoding, type ResponseCache } from './response-cache.ts';

const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/** RFC 9110, 13.1.2: a list of tags, or `*` for any; whether a tag is weak does not matter. */
function isNamed(tag: string, ifNoneMatch: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => opaque(entry) === opaque(tag));
}

function encodingFor(headers: FastifyRequest['headers']): Encoding {
  const accepted = headers['accept-encoding'];
  return (accepted === undefined ? null : negotiate(accepted, encodings)) ?? 'identity';
}

function compressed(text: Readable, encoding: Encoding): Readable {
  if (encoding === 'identity') return text;
  // Both are destroyed when one fails; Fastify reports the failure of what it sends.
  return pipeline(text, createCompressor[encoding](), () => {});
}

/** An answer that names its version in its `etag`, as it goes to one caller. */
export interface ConditionalResponse {
  /** Whether it need not be made: the caller has it, or its bytes were kept. */
  readonly isFresh: boolean;
  /** What to send of an answer that is known: nothing, as a 304, to who has it; otherwise the bytes that were kept. */
  notModified(): Buffer | undefined;
  /** What to send of an answer just made. A text is kept for the next request of its version, a stream is not. */
  send(content: string | JsonStream): Promise<Buffer | Readable>;
}

/** Two answers with equal keys are equal. */
interface AnswerKey {
  /** The version of the program: another one may write the same data differently. */
  readonly program: string;
  readonly operation: string;
  readonly mediaType: string;
  /** The version of the data, and the input. */
  readonly version: string;
}

export function conditionalResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  answers: ResponseCache,
  { program, operation, mediaType, version }: AnswerKey,
): ConditionalResponse {
  const encoding = encodingFor(headers);
  const key = [program, operation, mediaType, version].join(' ');
  const name = hash('sha256', key, 'base64url').slice(0, 27);
  // Weak: the same version may be compressed in several ways.
  const tag = `W/"${name}"`;
  const isHeld = isNamed(tag, headers['if-none-match'] ?? '');
  const kept = isHeld ? undefined : answers.get(name, encoding);

  function send<Body extends Buffer | Readable | undefined>(bytes: Body): Body {
    // Where foreign origins may call, the answer says already that it varies with them.
    const vary = [reply.getHeader('vary') ?? [], 'accept, accept-encoding'].flat().join(', ');
    reply.headers({ etag: tag, vary });
    if (bytes === undefined) reply.code(304);
    else reply.header('content-type', `${mediaType}; charset=utf-8`);
    if (bytes !== undefined && encoding !== 'identity') reply.header('content-encoding', encoding);
    return bytes;
  }

  return {
    isFresh: isHeld || kept !== undefined,
    notModified: () => send(kept),
    async send(content) {
      return send(
        typeof content === 'string'
          ? await answers.set(name, encoding, content)
          : compressed(Readable.from(content.pieces()), encoding),
      );
    },
  };
}
