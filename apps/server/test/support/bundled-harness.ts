import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@stockbook/db/testing';
import { type ServerProcess, startServer } from '@stockbook/testing';
import { afterAll, beforeAll } from 'vitest';
import type { Env } from '../../src/env.ts';
import { ApiHarness, testEnv } from './api-harness.ts';

const bundle = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Replaces `harness.ts` in `vitest.bundle.config.ts`: the program that users run, in a process of its own. */
export class Harness extends ApiHarness {
  readonly databaseUrl: string;
  readonly services: Pick<TestDatabase, 'database'>;
  readonly logged: readonly string[];
  readonly #server: ServerProcess;
  readonly #drop: () => Promise<void>;

  private constructor(server: ServerProcess, { url, database, drop }: TestDatabase) {
    super(async ({ method, url, headers, payload }) => {
      const isText = typeof payload === 'string' || Buffer.isBuffer(payload) || payload === undefined;
      const sent = request(new URL(String(url), server.url), {
        method,
        headers: {
          // The client of the harness in the same process, which tests read in lists of sign-ins.
          'user-agent': 'lightMyRequest',
          ...(isText ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      }).end(isText ? payload : JSON.stringify(payload));
      const [response]: IncomingMessage[] = await once(sent, 'response');
      if (response === undefined) throw new Error(`${method} ${url}: no response`);
      const rawPayload = await buffer(response);
      const body = rawPayload.toString();
      const { statusCode = 0, headers: received } = response;
      return { statusCode, headers: received, rawPayload, body, json: () => JSON.parse(body) };
    });
    this.databaseUrl = url;
    this.services = { database };
    this.logged = server.lines;
    this.#server = server;
    this.#drop = drop;
  }

  /** @throws Error if a test replaces parts of the program, which `vitest.bundle.config.ts` should leave out */
  static async start(changes: Partial<Env> = {}, ...parts: readonly unknown[]): Promise<Harness> {
    if (parts.some((part) => part !== undefined)) throw new Error('the bundle has no parts to replace');
    const testDatabase = await createTestDatabase();
    const settings = { ...testEnv, DATABASE_URL: testDatabase.url, ...changes };
    const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
    return new Harness(await startServer({ file: bundle, env }), testDatabase);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await this.#drop();
  }
}

/** A harness for all tests of a file: started before the first, stopped after the last. */
export function useHarness(changes: Partial<Env> = {}): () => Harness {
  let harness: Harness | undefined;
  beforeAll(async () => {
    harness = await Harness.start(changes);
  });
  afterAll(() => harness?.stop());
  return () => {
    if (!harness) throw new Error('the harness has not been started');
    return harness;
  };
}
