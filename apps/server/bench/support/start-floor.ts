import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '@stockbook/testing';
import type { Read } from '../reads.ts';
import type { PreparedResponse } from './floor.ts';
import type { Stack } from './stack.ts';

/** Records a response with its compressed bytes: `fetch` would decompress them. */
async function record(url: string, headers: Readonly<Record<string, string>>): Promise<PreparedResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end();
  });
  const bytes = await buffer(response);
  const { 'content-type': type, 'content-encoding': encoding } = response.headers;
  return {
    status: response.statusCode ?? 0,
    headers: {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
    base64: bytes.toString('base64'),
  };
}

/** Starts the floor with the server's response to the first request of each read. */
export async function startFloor(
  { server, dir, databaseUrl }: Stack,
  reads: readonly Read[],
): Promise<ServerProcess> {
  const responses: Record<string, PreparedResponse> = {};
  for (const { name, requests } of reads) {
    const [first] = requests;
    if (first) responses[name] = await record(`${server.url}${first.path}`, first.headers);
  }
  const path = join(dir, 'responses.json');
  await writeFile(path, JSON.stringify(responses));
  return startServer({
    file: fileURLToPath(new URL('floor.ts', import.meta.url)),
    env: { NODE_ENV: 'production', DATABASE_URL: databaseUrl, RESPONSES: path },
    logFile: join(dir, 'floor.log'),
  });
}
