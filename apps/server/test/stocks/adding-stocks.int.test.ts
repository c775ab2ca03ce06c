import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

describe('adding a stock', () => {
  it('runs as a task that links the stock and stores its history', async () => {
    const { token } = await harness().signUp();
    const added = await harness().rest('POST', '/stocks/', { token, body: { symbol: ' aapl ' } });
    expect(added.status).toBe(202);
    expect(added.body).toEqual({
      data: { task_id: expect.stringMatching(/^[0-9a-f-]{36}$/), symbol: 'AAPL' },
      message: 'Adding AAPL',
    });
    const ended = await harness().endOfTask(added, token);
    expect(ended).toEqual({
      task_id: (added.body.data as { task_id: string }).task_id,
      status: 'SUCCESS',
      message: 'AAPL was added to your watch list.',
      result: { status: 'AAPL was added to your watch list.', symbol: 'AAPL', rows: expect.any(Number) },
    });

    const bars = (await harness().rest('GET', '/stocks/AAPL/data', { token })).body.data as {
      close: number;
    }[];
    const closes = bars.map(({ close }) => close);
    const { body } = await harness().rest('GET', '/stocks/', { token });
    expect(body).toMatchObject({ total: 1, stats: { total: 1, favorites: 0, active: 1 } });
    expect(body.stocks).toEqual([
      {
        stock: {
          id: expect.any(Number),
          symbol: 'AAPL',
          name: 'Apple Inc.',
          isin: 'US0378331005',
          exchange: expect.any(String),
          sector: 'Technology',
          industry: expect.any(String),
          currency: 'USD',
          is_active: true,
          data_fetched: true,
          data_start_date: expect.stringMatching(/^1990-01-0/),
          data_end_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          data_source: 'simulated',
          previous_data_source: null,
          data_source_since: null,
          last_close: closes.at(-1),
          previous_close: closes.at(-2),
          recent_closes: closes.slice(-22),
          last_fetched_at: expect.any(String),
          last_error: null,
          left_out_bars: 0,
          missing_dates: [],
          pending_close_date: null,
        },
        added_at: expect.any(String),
        is_favorite: false,
        notes: null,
        notify_on_signals: false,
      },
    ]);
  });

  it('lists the figures of the last year', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    const { body } = await harness().rest('GET', '/stocks/AAPL/data', { token });
    const bars = body.data as { date: string; high: number; low: number; close: number; volume: number }[];
    const last = bars.at(-1);
    if (!last) throw new Error('AAPL has no bars');
    const dayBefore = (change: (day: Date) => unknown) => {
      const day = new Date(`${last.date}T00:00:00Z`);
      change(day);
      return day.toISOString().slice(0, 10);
    };
    const yearAgo = dayBefore((day) => day.setUTCFullYear(day.getUTCFullYear() - 1));
    const weekAgo = dayBefore((day) => day.setUTCDate(day.getUTCDate() - 7));
    const endOfLastYear = `${Number(last.date.slice(0, 4)) - 1}-12-31`;
    const year = bars.filter(({ date }) => date > yearAgo);
    const changeSince = (since: string) => {
      const close = bars.findLast(({ date }) => date <= since)?.close ?? Number.NaN;
      return expect.closeTo((last.close / close - 1) * 100, 9);
    };
    const figures = await harness().rest('GET', '/stocks/figures', { token });
    expect(figures.body).toEqual({
      stocks: [
        {
          symbol: 'AAPL',
          volume: last.volume,
          low_52_weeks: Math.min(...year.map(({ low }) => low)),
          high_52_weeks: Math.max(...year.map(({ high }) => high)),
          change_1_week: changeSince(weekAgo),
          change_1_month: expect.any(Number),
          change_year_to_date: changeSince(endOfLastYear),
        },
      ],
    });
  });

  it('returns 200 when the stock is already on the watch list', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'MSFT');
    for (const symbol of ['MSFT', 'msft', 'US5949181045']) {
      expect(await harness().rest('POST', '/stocks', { token, body: { symbol } })).toMatchObject({
        status: 200,
        body: { message: 'MSFT is already on your watch list' },
      });
    }
  });

  it('resolves an ISIN, and rejects one with a wrong check digit', async () => {
    const { token } = await harness().signUp();
    const ended = await harness().addStock(token, 'US67066G1040');
    expect(ended).toMatchObject({ status: 'SUCCESS', result: { symbol: 'NVDA' } });
    const item = await harness().rest('GET', '/stocks/NVDA', { token });
    expect(item.body.stock).toMatchObject({ isin: 'US67066G1040' });

    const wrong = await harness().rest('POST', '/stocks/', { token, body: { symbol: 'US67066G1041' } });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: 'Invalid ISIN: the check digit does not match' },
    });
  });

  it('fails for an unknown symbol, and leaves the watch list empty', async () => {
    const { token } = await harness().signUp();
    expect(await harness().addStock(token, 'XYZ')).toMatchObject({
      status: 'FAILURE',
      message: 'No stock found for "XYZ"',
      result: { error: 'No stock found for "XYZ"' },
    });
    expect((await harness().rest('GET', '/stocks/', { token })).body.total).toBe(0);
  });

  it.each([
    [{}, 'Please enter a stock symbol'],
    [{ symbol: null }, 'Please enter a stock symbol'],
    [{ symbol: '' }, 'Please enter a stock symbol'],
    [{ symbol: '   ' }, 'Please enter a stock symbol'],
    [{ symbol: 5 }, 'Stock symbol must be text'],
    [{ symbol: 'A B' }, 'A stock symbol has 1 to 20 letters, digits or . - ^ = &'],
    [{ symbol: 'A'.repeat(21) }, 'A stock symbol has 1 to 20 letters, digits or . - ^ = &'],
  ])('rejects %j with "%s"', async (body, error) => {
    const { token } = await harness().signUp();
    const answer = await harness().rest('POST', '/stocks/', { token, body });
    expect(answer).toMatchObject({ status: 400, body: { error, code: 'BAD_REQUEST' } });
  });

  it('adds the stock once when fifty requests arrive at the same time', async () => {
    const { token } = await harness().signUp();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        harness().rest('POST', '/stocks/', { token, body: { symbol: 'AMZN' } }),
      ),
    );
    const taskIds = answers.flatMap(
      ({ body }) => (body.data as { task_id: string } | undefined)?.task_id ?? [],
    );
    for (const taskId of new Set(taskIds)) {
      expect((await harness().waitForTask(`/stocks/tasks/${taskId}`, token)).status).toBe('SUCCESS');
    }
    const { body } = await harness().rest('GET', '/stocks/', { token });
    expect(body.total).toBe(1);
  });

  it('does not download again for a second user', async () => {
    const first = await harness().signUp();
    const second = await harness().signUp();
    await harness().addStock(first.token, 'TSLA');
    const before = await harness().rest('GET', '/stocks/TSLA/info', { token: first.token });
    await harness().addStock(second.token, 'TSLA');
    const after = await harness().rest('GET', '/stocks/TSLA/info', { token: second.token });
    expect(after.body).toEqual(before.body);
  });
});
