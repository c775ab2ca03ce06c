import { sql } from '@stockbook/db/testing';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
beforeAll(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
  // Bars up to 2024-03-06, a Wednesday.
  await sql`delete from price_bar where date > '2024-03-06'`.execute(
    harness().services.database.fork().getKysely(),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

function setClock(instant: string) {
  vi.spyOn(harness().services, 'clock').mockReturnValue(new Date(instant));
}

function get(query: string, headers: Record<string, string> = {}) {
  return harness().rest('GET', `/stocks/AAPL/data${query}`, { token, headers });
}

interface Row {
  date: string;
  volume: number;
  is_complete?: boolean;
}

const rowsOf = async (query: string) => (await get(query)).body.data as Row[];

describe('weekly and monthly bars', () => {
  it.each([
    ['weekly', '2024-03-04'],
    ['monthly', '2024-03-01'],
  ])('covers the whole period when a %s range is shorter', async (interval, first) => {
    const whole = (await rowsOf(`?interval=${interval}`)).at(-1);
    const cut = await rowsOf(`?interval=${interval}&start_date=2024-03-05&end_date=2024-03-05`);
    expect(cut).toEqual([whole]);
    expect(whole?.date).toBe(first);
  });

  it.each([
    ['weekly', '2024-03-11T03:59:00Z', false],
    ['weekly', '2024-03-11T04:01:00Z', true],
    ['monthly', '2024-04-01T03:59:00Z', false],
    ['monthly', '2024-04-01T04:01:00Z', true],
  ])('completes periods according to the date in New York: %s at %s', async (interval, now, isComplete) => {
    setClock(now);
    const rows = await rowsOf(`?interval=${interval}&start_date=2024-02-01`);
    expect(rows.at(-1)?.is_complete).toBe(isComplete);
    expect(rows.slice(0, -1).every((row) => row.is_complete)).toBe(true);
    const overTrpc = await harness()
      .trpc(token)
      .stocks.bars.query({
        symbol: 'AAPL',
        interval: interval === 'weekly' ? 'weekly' : 'monthly',
        start_date: '2024-02-01',
      });
    expect(overTrpc.data).toEqual(rows);
    const csv = await get(`?interval=${interval}&start_date=2024-02-01`, { accept: 'text/csv' });
    const [head, ...lines] = csv.text.trimEnd().split('\r\n');
    expect(head).toBe('date,open,high,low,close,volume,is_complete');
    expect(lines.at(-1)?.split(',').at(-1)).toBe(String(isComplete));
  });

  it('changes the ETag when the period ends, without a new bar', async () => {
    setClock('2024-03-11T03:59:00Z');
    const before = await get('?interval=weekly');
    const headers = { 'if-none-match': String(before.headers.etag) };
    expect((await get('?interval=weekly', headers)).status).toBe(304);
    const daily = { 'if-none-match': String((await get('')).headers.etag) };
    setClock('2024-03-11T04:01:00Z');
    const after = await get('?interval=weekly', headers);
    expect([after.status, (after.body.data as Row[]).at(-1)?.is_complete]).toEqual([200, true]);
    expect((await get('', daily)).status).toBe(304);
  });
});

it('returns daily bars with six fields', async () => {
  const [row] = await rowsOf('?start_date=2024-03-05&end_date=2024-03-05');
  expect(Object.keys(row ?? {})).toEqual(['date', 'open', 'high', 'low', 'close', 'volume']);
});
