import { sql } from '@stockbook/db/testing';
import { apiClient } from '@stockbook/testing';
import { emailOf, password, startStack } from './support/stack.ts';

const signIns = 50;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function timed<T>(work: () => Promise<T>): Promise<[result: T, ms: number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

function describe(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${name.padEnd(45)} median ${median.toFixed(1)} ms, longest ${longest.toFixed(1)} ms\n`;
}

/**
 * Measures how long a sign-in lives on after a replaced refresh token of it was used: from the request until the access
 * token of the sign-in has been refused. Beside it, an ordinary renewal.
 */
const stack = await startStack(1);
try {
  const { url } = stack.server;
  const anonymous = apiClient(url);
  const renewals: number[] = [];
  const lifetimes: number[] = [];
  for (let user = 1; user <= signIns; user += 1) {
    const credentials = { email: emailOf(user), password };
    const { refresh_token } = await anonymous.call<Tokens>('POST', '/auth/login', credentials);
    const body = { refresh_token, rotate: true };
    const [renewed, renewalMs] = await timed(() => anonymous.call<Tokens>('POST', '/auth/refresh', body));
    renewals.push(renewalMs);
    await sql`update refresh_token set replaced_at = replaced_at - interval '61 seconds'`.execute(
      stack.database.fork().getKysely(),
    );
    const [statuses, lifetimeMs] = await timed(async () => {
      const reuse = await anonymous.send('POST', '/auth/refresh', body);
      const use = await apiClient(url, renewed.access_token).send('GET', '/auth/me');
      return [reuse.status, use.status];
    });
    if (statuses.join() !== '401,401') throw new Error(`the sign-in lives on: ${statuses}`);
    lifetimes.push(lifetimeMs);
  }
  process.stdout.write(
    describe('renewal', renewals) + describe('reuse until its sign-in is refused', lifetimes),
  );
} finally {
  await stack.stop();
}
