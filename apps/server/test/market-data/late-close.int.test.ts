import { enqueueDueRefreshes } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { startYahooMockServer } from '@stockbook/market-data/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Harness } from '../support/harness.ts';

const minuteMs = 60_000;

/** The last weekday before today in UTC, which is the mock server's last session. */
function lastSessionDate(): string {
  const day = new Date();
  do day.setUTCDate(day.getUTCDate() - 1);
  while (day.getUTCDay() % 6 === 0);
  return day.toISOString().slice(0, 10);
}

describe('a close that Yahoo publishes late', () => {
  it.each(['late-close', 'late-row'] as const)(
    'reports a close that Yahoo publishes late, and requests it again within the hour (%s)',
    async (fault) => {
      const mock = await startYahooMockServer();
      const harness = await Harness.start({ MARKET_DATA: 'yahoo', YAHOO_URL: mock.url });
      onTestFinished(async () => {
        await harness.stop();
        await mock.close();
      });
      const { token } = await harness.signUp();
      const run = (query: ReturnType<typeof sql>) =>
        query.execute(harness.services.database.fork().getKysely());
      const list = (etag?: string) =>
        harness.rest('GET', '/stocks/', { token, ...(etag && { headers: { 'if-none-match': etag } }) });
      const stock = async () => (await harness.rest('GET', '/stocks/AAPL', { token })).body.stock;
      const session = lastSessionDate();

      mock.behave(fault, { symbol: 'AAPL' });
      expect(await harness.addStock(token, 'AAPL')).toMatchObject({ status: 'SUCCESS' });
      const late = await stock();
      expect(late).toMatchObject({ pending_close_date: session, left_out_bars: 0, last_error: null });
      expect(late).not.toMatchObject({ data_end_date: session });
      const etag = String((await list()).headers.etag);
      expect((await list(etag)).status).toBe(304);
      const { rows } = await run(sql`
        select refresh_due_at between ${new Date(Date.now() + 29 * minuteMs)}
          and ${new Date(Date.now() + 60 * minuteMs)} as "isSoon" from stock
      `);
      expect(rows).toEqual([{ isSoon: true }]);

      mock.behaveWell();
      await run(sql`update stock set refresh_due_at = now() - interval '1 second'`);
      await enqueueDueRefreshes(harness.services);
      await expect.poll(stock).toMatchObject({ pending_close_date: null, data_end_date: session });
      const changed = await list(etag);
      expect(changed.status).toBe(200);
      expect(changed.body.stocks).toMatchObject([{ stock: { pending_close_date: null } }]);
    },
  );
});
