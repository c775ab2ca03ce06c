import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { useTestDatabase } from './testing/index.ts';

describe('a database counts as unavailable', () => {
  it.each([{ username: 'nobody' }, { password: 'wrong' }, { pathname: '/nowhere' }])(
    'while it refuses the login: %o',
    async (change) => {
      const { url } = await useTestDatabase();
      const { href } = Object.assign(new URL(url), change);
      const refused = openDatabase({ url: href, poolSize: 1, warn: () => {} });
      onTestFinished(() => refused.close());
      await expect(refused.ping()).rejects.toSatisfy(isDatabaseUnavailable);
    },
  );

  it('while it only reads, as during a failover', async () => {
    const { database } = await useTestDatabase();
    const written = database.fork().transactional(async (tx) => {
      await sql`set transaction read only`.execute(tx.getKysely());
      await sql`delete from task`.execute(tx.getKysely());
    });
    await expect(written).rejects.toSatisfy(isDatabaseUnavailable);
  });
});
