import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { stockIndicators } from '@stockbook/api/schemas';
import { sql } from '@stockbook/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const kysely = () => harness().services.database.fork().getKysely();

async function userWithStock() {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'AAPL');
  const { body } = await harness().rest('GET', '/auth/me', { token });
  return { token, userId: String(body.id) };
}

/** Stores indicators of AAPL, each with some lines over all its bars. */
async function fill(userId: string, indicators: number, outputs: readonly string[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select bar_count as count from stock where symbol = 'AAPL'
  `.execute(kysely());
  const values = Float64Array.from(
    { length: (rows[0]?.count ?? 0) * outputs.length },
    (_, index) => Math.sin(index) * 1000,
  );
  await sql`
    insert into calculated_indicator
      (id, user_id, stock_id, indicator_function, indicator_name, parameters, outputs, values,
       data_start_date, data_end_date, calculated_at)
    select gen_random_uuid(), ${userId}, id, 'SMA', ${outputs[0]} || number, '{}', ${outputs}::text[],
      ${Buffer.from(values.buffer)}, data_start_date, data_end_date, now() + number * interval '1 second'
    from stock, generate_series(1, ${indicators}::int) number where symbol = 'AAPL'
  `.execute(kysely());
}

describe('a selection of indicators', () => {
  let token = '';
  let ids: string[] = [];
  beforeAll(async () => {
    const user = await userWithStock();
    token = user.token;
    await fill(user.userId, 3, ['real']);
    ids = idsOf((await get('')).body);
  });

  const get = (query: string) => harness().rest('GET', `/indicators/AAPL${query}`, { token });
  const idsOf = (body: unknown) => stockIndicators.parse(body).indicators.map(({ id }) => id);

  it('contains the requested ids, newest first, over REST and tRPC', async () => {
    const [first = '', second = '', third = ''] = ids;
    for (const [query, list, expected] of [
      [`?ids=${first}`, [first], [first]],
      [`?ids=${third},${first}`, [third, first], [first, third]],
      [`?ids=${third}&ids=${first}`, [third, first], [first, third]],
      [`?ids=${second}&ids=nonsense`, [second, 'nonsense'], [second]],
      ['?ids=0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11', ['unknown'], []],
      ['?ids=', [], []],
    ] as const) {
      const { body } = await get(query);
      expect([query, idsOf(body), body.total]).toEqual([query, expected, 3]);
      expect(
        await harness()
          .trpc(token)
          .indicators.forStock.query({ symbol: 'AAPL', ids: [...list] }),
      ).toEqual(body);
    }
  });

  it('contains no values with data=false', async () => {
    const whole = stockIndicators.parse((await get('')).body);
    const { body } = await get('?data=false');
    expect(body).toEqual({ ...whole, indicators: whole.indicators.map((each) => ({ ...each, data: [] })) });
    expect(whole.indicators.every(({ data }) => data.length > 9_000)).toBe(true);
    expect((await get('?data=true')).body).toEqual(whole);
    expect(await harness().trpc(token).indicators.forStock.query({ symbol: 'AAPL', data: false })).toEqual(
      body,
    );
    expect(idsOf((await get('?data=false&limit=1&offset=1')).body)).toEqual(ids.slice(1, 2));
  });

  it.each([
    ['with a number as data', '?data=0', 'data must be true or false'],
    ['with empty data', '?data=', 'data must be true or false'],
    ['with 101 ids', `?ids=${Array.from({ length: 101 }, () => 'a').join(',')}`, 'ids must be at most 100'],
    ['with NUL in an id', '?ids=%00', 'ids contains characters that cannot be stored'],
  ])('rejects a selection of indicators by a query %s', async (_, query, error) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('indicators as CSV', () => {
  it('writes a column for each line and a row for each date as CSV', async () => {
    const { token } = await userWithStock();
    for (const [ta_indicator, parameters, indicator_name] of [
      ['SMA', { timeperiod: 50 }, null],
      ['SMA', { timeperiod: 20 }, null],
      ['MACD', null, '=mine, "too"'],
    ] as const) {
      await harness().calculate(token, { stock_symbol: 'AAPL', ta_indicator, parameters, indicator_name });
    }
    const answer = await harness().rest('GET', '/indicators/aapl/data.csv', { token });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="AAPL-indicators.csv"',
    });
    const macd = '"\'=mine, ""too"": MACD(fastperiod=12 slowperiod=26 signalperiod=9)';
    const [header = '', ...lines] = answer.text.trimEnd().split('\r\n');
    expect(header).toBe(
      `date,${macd} macd",${macd} macdsignal",${macd} macdhist",SMA(timeperiod=20),SMA(timeperiod=50)`,
    );

    const { body } = await harness().rest('GET', '/indicators/AAPL', { token });
    const columns = stockIndicators.parse(body).indicators.flatMap(({ data }) => {
      const names = typeof data[0]?.value === 'object' ? Object.keys(data[0].value) : ['value'];
      return names.map(
        (name) => new Map(data.map(({ date, value }) => [date, Object({ value, ...Object(value) })[name]])),
      );
    });
    const dates = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort();
    expect(lines).toEqual(
      dates.map((date) => [date, ...columns.map((column) => column.get(date) ?? '')].join(',')),
    );
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d,,,,[\d.]+,$/);
    expect(await harness().trpc(token).indicators.forStockAsCsv.query({ symbol: 'AAPL' })).toEqual({
      csv: answer.text,
    });
    const selected = `?ids=${stockIndicators.parse(body).indicators[2]?.id}`;
    const one = await harness().rest('GET', `/indicators/AAPL/data.csv${selected}`, { token });
    expect(one.text).toMatch(/^date,SMA\(timeperiod=50\)\r\n/);
  });

  it('writes a header line as CSV when there are no indicators', async () => {
    const { token } = await userWithStock();
    expect((await harness().rest('GET', '/indicators/AAPL/data.csv', { token })).text).toBe('date\r\n');
  });
});

describe('many lines', () => {
  let token = '';
  beforeAll(async () => {
    const user = await userWithStock();
    token = user.token;
    await fill(user.userId, 14, ['middleband', 'upperband', 'lowerband']);
    await fill(user.userId, 1, ['real']);
  });

  const path = '/api/indicators/AAPL';
  const inject = (headers: Record<string, string> = {}) =>
    harness().inject({ url: path, headers: { authorization: `Bearer ${token}`, ...headers } });

  it('sends equal lines in every encoding, and answers 304', async () => {
    const plain = await inject();
    expect(plain.body).toBe(JSON.stringify(plain.json()));
    const br = await inject({ 'accept-encoding': 'br' });
    const gzip = await inject({ 'accept-encoding': 'gzip' });
    expect([br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    const notModified = await inject({ 'if-none-match': String(plain.headers.etag) });
    expect([notModified.statusCode, notModified.body]).toEqual([304, '']);
  });

  it('sends equal lines over REST and tRPC', async () => {
    const { body } = await inject();
    const { indicators } = stockIndicators.parse(JSON.parse(body));
    expect(indicators).toHaveLength(15);
    expect(indicators.every(({ data }) => data.length > 9_000)).toBe(true);
    const { forStock } = harness().trpc(token).indicators;
    // Calls of one batch must not wait for each other to be sent.
    const batch = await Promise.all([
      forStock.query({ symbol: 'AAPL' }),
      forStock.query({ symbol: 'AAPL', data: false }),
      forStock.query({ symbol: 'AAPL', limit: 10 }),
    ]);
    expect(batch.map(({ indicators }) => indicators.length)).toEqual([15, 15, 10]);
    expect(JSON.stringify(batch[0])).toBe(body);
  });

  it('sends equal lines as CSV over REST and tRPC', async () => {
    const { text } = await harness().rest('GET', '/indicators/AAPL/data.csv', { token });
    expect(text.split('\r\n')[0]?.split(',')).toHaveLength(1 + 15 * 3 - 2);
    expect(await harness().trpc(token).indicators.forStockAsCsv.query({ symbol: 'AAPL' })).toEqual({
      csv: text,
    });
  });

  it.each(['rest', 'trpc'])('sends many lines in many small pieces over %s', async (transport) => {
    const url = transport === 'rest' ? path : `/trpc/indicators.forStock?input={"symbol":"AAPL"}`;
    const response = await harness().app.inject({
      url,
      headers: { authorization: `Bearer ${token}` },
      payloadAsStream: true,
    });
    const sizes: number[] = [];
    for await (const piece of response.stream()) sizes.push(piece.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(15e6);
    expect(sizes.length).toBeGreaterThan(100);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
  });

  it('sends a user one response with many lines at a time, even if a client stops reading', async () => {
    await harness().app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = harness().app.server.address() as AddressInfo;
    const send = (query: string) =>
      request({ port, path: `${path}${query}`, headers: { authorization: `Bearer ${token}` } }).end();
    const responseTo = async (sent: ClientRequest): Promise<IncomingMessage> =>
      (await once(sent, 'response'))[0];

    const first = send('');
    expect((await responseTo(first)).statusCode).toBe(200);
    const second = send('');
    let isSecondAnswered = false;
    const secondAnswer = responseTo(second).finally(() => {
      isSecondAnswered = true;
    });
    // Small responses are sent meanwhile.
    for (const query of ['?data=false', '?limit=1', '?limit=1&offset=2']) {
      expect((await responseTo(send(query))).statusCode).toBe(200);
    }
    expect(isSecondAnswered).toBe(false);
    first.destroy();
    const { indicators } = stockIndicators.parse(await json(await secondAnswer));
    expect(indicators).toHaveLength(15);
  });
});

it('a calculation is rejected when the user would have more than a hundred lines of the stock', async () => {
  const { token, userId } = await userWithStock();
  await fill(userId, 33, ['middleband', 'upperband', 'lowerband']);
  await fill(userId, 1, ['real']);
  const calculate = (ta_indicator: string) =>
    harness().rest('POST', '/indicators/calculate', { token, body: { stock_symbol: 'AAPL', ta_indicator } });
  expect(await calculate('SMA')).toMatchObject({
    status: 409,
    body: {
      error: 'Your indicators of AAPL would have more than 100 lines, the maximum: SMA has 1',
      code: 'CONFLICT',
    },
  });
  await sql`delete from calculated_indicator where outputs = '{real}'`.execute(kysely());
  expect(await calculate('MACD')).toMatchObject({ status: 409 });
  expect(await harness().endOfTask(await calculate('SMA'), token)).toMatchObject({ status: 'SUCCESS' });
});
