import { fetchQuotes } from '@stockbook/api';
import { quoteList } from '@stockbook/api/schemas';
import { sql } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

/** A Friday during the session of New York. */
const now = new Date('2026-11-20T15:00:00Z');
const settings = { MARKET_DATA: 'simulated', QUOTE_SYMBOLS_MAX: 100, QUOTE_INTERVAL_S: 120 } as const;
const harness = useHarness(settings, () => now);

/** Due stocks, the longest unread first. */
const due = ['IBM', 'ORCL', 'INTC', 'CSCO', 'NFLX', 'META', 'TSLA', 'KO'];

it('fetches levels and then the longest unread when more stocks are wanted than are fetched at a time', async () => {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'KO');
  const db = harness().services.database.fork().getKysely();
  await sql`
    insert into stock (symbol, name, currency, timezone, is_active, data_source, refresh_due_at, created_at)
    select symbol, '', 'USD', 'America/New_York', true, 'simulated', now() + interval '1 year', now()
    from (select unnest(${due}::text[]) as symbol union select concat('READ', n) from generate_series(1, 95) n) wanted
    on conflict do nothing
  `.execute(db);
  await sql`
    insert into stock_quote (stock_id, wanted_until, fetched_at, due_at)
    select id, ${now}::timestamptz + interval '2 minutes',
      ${now}::timestamptz - case when place is null then interval '0' else (12 - place) * interval '1 minute' end,
      ${now}::timestamptz + case when place is null then interval '15 seconds' else interval '0' end
    from (select id, array_position(${due}::text[], symbol) as place from stock) wanted
  `.execute(db);
  await sql`
    insert into signal_rule (id, user_id, condition, scope, stock_id, "trigger", quiet_bars, is_active, session_level,
      created_at, updated_at)
    select gen_random_uuid(), (select id from user_account limit 1), 'price touches 1', 'stock', id, 'once', 0, true, 1,
      now(), now()
    from stock where symbol = 'KO'
  `.execute(db);

  await fetchQuotes(harness().services, new AbortController().signal);
  const { rows } = await sql<{ symbol: string }>`
    select symbol from stock_quote join stock on stock.id = stock_id where price is not null order by symbol
  `.execute(db);
  expect(rows.map(({ symbol }) => symbol)).toEqual(['CSCO', 'IBM', 'INTC', 'KO', 'ORCL']);

  const { body } = await harness().rest('GET', '/quotes/?symbols=KO', { token });
  expect(quoteList.parse(body)).toMatchObject({
    quotes: [{ symbol: 'KO' }],
    interval_s: 120,
    problem: 'Prices come every 4 minutes: many stocks are open here',
    next_try_at: null,
  });
  expect(await harness().metrics.registry.metrics()).toMatch(/stockbook_quote_symbols\{state="open"\} \d/);
  // For 2.5 intervals from now on, because less than 1.5 were left.
  const { rows: wanted } = await sql<{ until: string }>`
    select wanted_until as until from stock_quote join stock on stock.id = stock_id where symbol = 'KO'
  `.execute(db);
  expect(wanted.map(({ until }) => Date.parse(until) - now.getTime())).toEqual([300_000]);
});
