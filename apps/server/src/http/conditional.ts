import { createHash } from 'node:crypto';
import { type Freshness, NotModified } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** RFC 9110, 13.1.2: a list of tags, or `*` for any; whether a tag is weak does not matter. */
function isNamed(tag: string, ifNoneMatch: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => opaque(entry) === opaque(tag));
}

/**
 * Names an answer's version in its `etag`. The tag is weak: the same version may be compressed in several ways.
 * @param mediaType in which the answer is written: each has tags of its own
 */
export function freshnessOf(request: FastifyRequest, reply: FastifyReply, mediaType: string): Freshness {
  return {
    check(version) {
      const digest = createHash('sha256').update(`${mediaType} ${version}`).digest('base64url').slice(0, 27);
      const tag = `W/"${digest}"`;
      reply.header('etag', tag);
      if (isNamed(tag, request.headers['if-none-match'] ?? '')) throw new NotModified();
    },
  };
}
