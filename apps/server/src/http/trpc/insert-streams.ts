import { Readable } from 'node:stream';
import type { JsonStream } from '@stockbook/api';
import type { FastifyReply } from 'fastify';

/**
 * Replaces the placeholder that `JSON.stringify` wrote for each stream in a tRPC response by the stream's text. tRPC
 * itself can only stringify a whole batch at once.
 */
export async function insertStreams(
  reply: FastifyReply,
  response: Response,
  streams: readonly JsonStream[],
): Promise<Readable> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  return Readable.from(insert(await response.text(), streams));
}

async function* insert(envelope: string, streams: readonly JsonStream[]): AsyncGenerator<string> {
  const parts = streams
    .map((stream) => ({ stream, text: JSON.stringify(stream) }))
    .map(({ stream, text }) => ({ stream, start: envelope.indexOf(text), length: text.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  let end = 0;
  for (const { stream, start, length } of parts) {
    yield envelope.slice(end, start);
    yield* stream.pieces();
    end = start + length;
  }
  yield envelope.slice(end);
}
