import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

describe('levels that are checked during the session', () => {
  const harness = useHarness({ MARKET_DATA: 'simulated', QUOTE_SYMBOLS_MAX: 100 });

  const kysely = () => harness().services.database.fork().getKysely();

  async function watching(symbol: string) {
    const { token } = await harness().signUp();
    await harness().addStock(token, symbol);
    const addLevel = (level: number) =>
      harness().rest('POST', '/signals/rules', {
        token,
        body: { when: `price touches ${level}`, symbol, during_session: true },
      });
    const readProblems = async () => {
      const { body } = await harness().rest('GET', '/signals/rules', { token });
      return (body.rules as { problems: object[] }[]).flatMap(({ problems }) => problems);
    };
    return { token, addLevel, readProblems };
  }

  it('rejects the 51st level of a user', async () => {
    const { addLevel } = await watching('AAPL');
    for (let level = 1; level <= 50; level += 1) expect((await addLevel(level)).status).toBe(201);
    expect(await addLevel(51)).toMatchObject({
      status: 400,
      body: { error: 'You have 50 levels checked during the session, the maximum' },
    });
    const { addLevel: addOfOther } = await watching('AAPL');
    expect((await addOfOther(51)).status).toBe(201);
  });

  it('names the problem of a level whose prices come from files later', async () => {
    const { token, addLevel, readProblems } = await watching('KO');
    await addLevel(1);
    expect(await readProblems()).toEqual([]);
    await sql`update stock set data_source = 'csv' where symbol = 'KO'`.execute(kysely());
    expect(await readProblems()).toEqual([
      { symbol: 'KO', message: 'Not checked during the session: prices come from files' },
    ]);
    const { body } = await harness().rest('GET', '/quotes/?symbols=KO', { token });
    expect(body.skipped).toEqual([{ symbol: 'KO', reason: 'Prices from files have no quotes' }]);
  });

  it('rejects a level of a further stock when half of the stocks with prices have one', async () => {
    const { addLevel } = await watching('MSFT');
    await sql`
      with watched as (
        insert into stock (symbol, name, is_active, data_source, refresh_due_at, created_at)
        select concat('LEVEL', number), '', true, 'simulated', now() + interval '1 year', now()
        from generate_series(1, 50) number returning id
      )
      insert into signal_rule (id, user_id, condition, scope, stock_id, "trigger", quiet_bars, is_active,
        session_level, created_at, updated_at)
      select gen_random_uuid(), (select id from user_account limit 1), 'price touches 1', 'stock', id, 'once', 0, true,
        1, now(), now() from watched
    `.execute(kysely());
    expect(await addLevel(1)).toMatchObject({
      status: 409,
      body: { error: 'This server watches 50 stocks during the session, its maximum' },
    });
  });
});
