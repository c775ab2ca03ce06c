import { readFile } from 'node:fs/promises';
import { createPasswordHasher } from '@stockbook/api';
import { openDatabase } from '@stockbook/db';
import fastify from 'fastify';

/** A prepared response of the floor. */
export interface PreparedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly base64: string;
}

/**
 * The floor, an upper bound of the server's throughput: a bare Fastify route that runs one prepared statement and sends
 * prepared bytes; for a sign-in, one verification of a password.
 */
const responses: Record<string, PreparedResponse> = JSON.parse(
  await readFile(process.env.RESPONSES ?? '', 'utf8'),
);
const database = openDatabase({ url: process.env.DATABASE_URL ?? '', poolSize: 10, warn: () => {} });
const pool = await database.pool();
const passwords = createPasswordHasher();
const turn = { isKnown: true, block: '::1' };
const app = fastify();

for (const [name, { status, headers, base64 }] of Object.entries(responses)) {
  const bytes = Buffer.from(base64, 'base64');
  app.get(`/${name}`, async (_, reply) => {
    await pool.query({ name: 'one', text: 'select 1' });
    return reply
      .code(status)
      .headers(headers)
      .send(status === 304 ? undefined : bytes);
  });
}
app.post('/sign-in', async () => ({ isRight: await passwords.verify(null, 'not the right one', turn) }));

// The IPC channel to the parent would keep the process running.
const stop = () => process.exit();
process.once('SIGTERM', stop);
process.once('disconnect', stop);
process.stdout.write(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
