import { createHash } from 'node:crypto';
import negotiate from '@fastify/accept-negotiator';
import { answerKnown, type Freshness } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoding, KeptAnswers } from './kept-answers.ts';

const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/** RFC 9110, 13.1.2: a list of tags, or `*` for any; whether a tag is weak does not matter. */
function isNamed(tag: string, ifNoneMatch: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => opaque(entry) === opaque(tag));
}

function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = headers['accept-encoding'];
  return (accepted === undefined ? null : negotiate(accepted, encodings)) ?? 'identity';
}

/** An answer that names its version in its `etag`, as it is sent to one caller. */
export interface VersionedAnswer {
  readonly freshness: Freshness;
  /** Sends the answer that is known: 304 to who has it, otherwise the bytes that were kept. */
  sendKnown(): FastifyReply;
  /** Sends an answer just made, and keeps it for the next who asks for its version. */
  sendMade(text: string): Promise<FastifyReply>;
}

/**
 * @param operation the name of what answers: versions of different operations have nothing to do with each other
 * @param mediaType in which the answer is written: each has tags of its own
 */
export function versionedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswers,
  { operation, mediaType }: { operation: string; mediaType: string },
): VersionedAnswer {
  const encoding = encodingFor(request);
  let name = '';
  let bytes: Buffer | undefined;

  function send(payload: Buffer): FastifyReply {
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .headers({ vary: 'accept, accept-encoding', 'content-type': `${mediaType}; charset=utf-8` })
      .send(payload);
  }

  return {
    freshness: {
      check(version) {
        name = createHash('sha256')
          .update(`${operation} ${mediaType} ${version}`)
          .digest('base64url')
          .slice(0, 27);
        // Weak: the same version may be compressed in several ways.
        const tag = `W/"${name}"`;
        reply.header('etag', tag);
        if (isNamed(tag, request.headers['if-none-match'] ?? '')) throw answerKnown;
        bytes = kept.get(name, encoding);
        if (bytes) throw answerKnown;
      },
    },
    sendKnown: () => (bytes ? send(bytes) : reply.code(304).send()),
    sendMade: async (text) => send(await kept.keep(name, encoding, text)),
  };
}
