import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { useTestDatabase } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const harness = useHarness();

async function seed(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program, 'seed', ...args], { env: { ...process.env, ...env } });
  const closed = once(child, 'close');
  const [out, errorText] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  return { code, out, errorText };
}

describe('npm run seed', () => {
  it('adds an account with favourites, notes, indicators and the example portfolio, which can sign in', async () => {
    await harness().signUp();
    const DATABASE_URL = harness().databaseUrl;
    expect(await seed([], { DATABASE_URL })).toEqual({
      code: 1,
      out: '',
      errorText:
        'stockbook: the database has accounts: npm run seed -- --force adds the demo account to them\n',
    });
    const { code, out, errorText } = await seed(['--force'], { DATABASE_URL });
    expect([code, errorText]).toEqual([0, '']);
    const [, email, password] = out.match(/^stockbook: sign in as (\S+) with the password (\S+)\n$/) ?? [];
    const { body } = await harness().rest('POST', '/auth/login', { body: { email, password } });
    const token = String(body.access_token);
    const list = await harness().rest('GET', '/stocks', { token });
    expect(list.body.stats).toEqual({ total: 8, favorites: 3, active: 8 });
    expect(list.body.stocks).toContainEqual(
      expect.objectContaining({ notes: 'Reports at the end of January.', is_favorite: true }),
    );
    expect((await harness().rest('GET', '/indicators/AAPL', { token })).body.total).toBe(2);
    expect((await harness().rest('GET', '/portfolios', { token })).body.portfolios).toMatchObject([
      { is_example: true },
    ]);
  }, 120_000);

  it('refuses a database of production', async () => {
    const { url } = await useTestDatabase();
    expect(await seed([], { DATABASE_URL: url, NODE_ENV: 'production' })).toEqual({
      code: 1,
      out: '',
      errorText: 'stockbook: the demo account is for development: NODE_ENV must not be production\n',
    });
  });
});
