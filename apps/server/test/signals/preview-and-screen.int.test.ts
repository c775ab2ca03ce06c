import { AppError, appRouter } from '@stockbook/api';
import { describe, expect, it, vi } from 'vitest';
import { useTracking } from '../support/tracking.ts';
import { dayOf } from '../support/with-price-files.ts';

let now = new Date('2026-11-21T12:00:00Z');
const tracking = useTracking(() => now);

describe('a preview', () => {
  it('lists the bars on which the rule became true', async () => {
    const { symbol, post, get } = await tracking([9, 11, 12, 9, 13]);
    expect((await post('/signals/preview', { when: 'CLOSE>10', symbol })).body).toEqual({
      when: 'close > 10',
      sentence: 'close is above 10',
      dates: [
        {
          date: dayOf(1),
          close: 11,
          values: expect.arrayContaining([{ operand: 'close', now: 11, before: 9 }]),
        },
        {
          date: dayOf(4),
          close: 13,
          values: expect.arrayContaining([{ operand: 'close', now: 13, before: 9 }]),
        },
      ],
      after: [5, 20].map((bars) => ({
        bars,
        median_percent: null,
        count: 0,
        all_median_percent: null,
      })),
      total: 2,
      is_true_now: true,
      look_back: 0,
      since: dayOf(0),
      problem: null,
    });
    expect(
      (await post('/signals/preview', { when: 'close > 10', symbol, since: dayOf(2) })).body,
    ).toMatchObject({
      total: 1,
      dates: [{ date: dayOf(4) }],
      since: dayOf(2),
    });
    expect((await post('/signals/preview', { when: 'rsi(14) > 50', symbol })).body).toMatchObject({
      total: 0,
      is_true_now: false,
      look_back: 14,
      problem: `RSI (14) needs 15 bars, ${symbol} has 5`,
    });
    expect((await post('/signals/preview', { when: 'close > 10', symbol: 'AAPL' })).status).toBe(404);
    expect(await get('/signals/rules')).toEqual({ rules: [], total: 0 });
  });

  it('returns the last 1,000 bars and counts all', async () => {
    const { symbol, post } = await tracking(Array.from({ length: 2_100 }, (_, day) => 9 + (day % 2) * 2));
    const { body } = await post('/signals/preview', { when: 'close > 10', symbol });
    expect(body.total).toBe(1_050);
    expect(body.dates).toHaveLength(1_000);
    expect(body.dates).toMatchObject({ 0: { date: dayOf(101) }, 999: { date: dayOf(2_099) } });
  });

  it('limits previews and screens to 30 a minute each, invalid ones included', async () => {
    const { symbol, post } = await tracking([9]);
    for (const kind of ['preview', 'screen']) {
      const done = kind === 'preview' ? 'previewed rules' : 'screened a list';
      const valid = { when: 'close > 1', symbol };
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          post(`/signals/${kind}`, [valid, { when: 'nonsense', symbol }, {}][index % 3] ?? {}),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
      expect(await post(`/signals/${kind}`, valid)).toMatchObject({
        status: 429,
        body: {
          error: expect.stringMatching(
            `^You have ${done} 30 times within a minute, the maximum. Try again in \\d+ seconds$`,
          ),
        },
      });
      now = new Date(now.getTime() + 60_000);
      expect((await post(`/signals/${kind}`, valid)).status).toBe(200);
    }
  });
});

describe('a screen', () => {
  it('finds the stocks of a list and names those that it skips', async () => {
    const { symbol, post, put, harness, token, patch } = await tracking([9, 11, 12]);
    for (const [suffix, closes] of [
      ['B', [11, 9, 9]],
      ['C', [11, 11, 13]],
      ['D', [11]],
    ] as const) {
      await put(`${symbol}${suffix}`, closes);
      await harness.addStock(token, `${symbol}${suffix}`);
    }
    const { body } = await post('/signals/screen', { when: 'close > 10 and sma(2) > 1' });
    expect(body).toMatchObject({
      matches: [
        { symbol, since: dayOf(1), close: 12 },
        { symbol: `${symbol}C`, since: dayOf(1), close: 13 },
      ],
      total: 2,
      skipped: [{ symbol: `${symbol}D`, reason: `SMA (2) needs 2 bars, ${symbol}D has 1` }],
    });
    await patch(`/stocks/${symbol}C`, { is_favorite: true });
    expect((await post('/signals/screen', { when: 'close > 10', scope: 'favorites' })).body).toMatchObject({
      matches: [
        { symbol: `${symbol}C`, since: dayOf(0), values: [{ operand: 'close', now: 13, before: 11 }, {}] },
      ],
      total: 1,
    });
    expect((await post('/signals/screen', { when: 'close > 10', scope: 'stock' })).status).toBe(400);
  });

  it('returns the values of columns for every stock of the list, with and without a rule', async () => {
    const { symbol, post, put, harness, token } = await tracking([9, 11, 12]);
    await put(`${symbol}B`, [11]);
    await harness.addStock(token, `${symbol}B`);
    const columns = ['sma(2)', 'close > 11 and volume > 1', '-close + 1'];
    const values = [
      { symbol, values: [11.5, 1, -11] },
      { symbol: `${symbol}B`, values: [null, 0, -10] },
    ];
    expect(await post('/signals/screen', { columns })).toMatchObject({
      status: 200,
      body: { matches: [], total: 0, values, skipped: [] },
    });
    expect((await post('/signals/screen', { columns, when: 'sma(2) > 1' })).body).toMatchObject({
      matches: [{ symbol }],
      values,
      skipped: [{ symbol: `${symbol}B` }],
    });
    expect(await post('/signals/screen', { columns: ['close', 'smma(10)'] })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'columns[1]', offset: 0, length: 4 }] },
    });
    expect((await post('/signals/screen', { columns: Array(6).fill('close') })).status).toBe(400);
    expect((await post('/signals/screen', {})).body.error).toBe('Name at least one of when and columns');
  });

  it('begins when the screen before of the same user has ended', async () => {
    const { harness, get, post } = await tracking([9, 11]);
    const { id } = await get('/auth/me');
    const leave = await harness.services.largeReads.enter(`${id} screen 0`, 'another screen');
    const screened = vi.fn();
    const screen = post('/signals/screen', { when: 'close > 10' }).finally(screened);
    expect((await post('/signals/screen', { when: 'close >' })).status).toBe(400);
    expect(screened).not.toHaveBeenCalled();
    leave();
    expect(await screen).toMatchObject({ status: 200, body: { total: 1 } });
  });

  it('evaluates nothing more when the client has disconnected, as a preview does', async () => {
    const { harness, token, symbol } = await tracking([9, 11]);
    const caller = appRouter.createCaller({
      services: harness.services,
      requestId: 'request',
      address: '127.0.0.1',
      client: '',
      pageOrigin: 'http://localhost',
      origin: null,
      storeFlow() {},
      device: { value: null, store() {} },
      bearer: token,
      onAuthenticated() {},
      admitUser: async () => {},
      adopt() {},
      clientSignal: () => AbortSignal.abort(new AppError('TIMEOUT', 'The client has disconnected')),
      lookUp: () => false,
    });
    const when = 'close > 10';
    for (const call of [caller.signals.screen({ when }), caller.signals.preview({ when, symbol })]) {
      await expect(call).rejects.toThrow('The client has disconnected');
    }
  });
});
