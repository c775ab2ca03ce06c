import { expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { race } from '../support/race.ts';

const harness = useHarness();

it('exports the watch list as a CSV file over REST and tRPC', async () => {
  const { token } = await harness().signUp();
  await harness().addStock(token, 'AAPL');
  await harness().rest('PATCH', '/stocks/AAPL', { token, body: { is_favorite: true, notes: '=cmd' } });
  const { headers, text } = await harness().rest('GET', '/stocks/export.csv', { token });
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="stockbook-watch-list.csv"',
    'cache-control': 'no-store',
  });
  const [header, line, ...rest] = text.split('\r\n');
  expect(header).toBe(
    'symbol,name,isin,exchange,currency,favourite,added,notes,last_close,data_source,lists',
  );
  expect(line).toMatch(
    /^AAPL,Apple Inc\.,US0378331005,NASDAQ,USD,yes,\d{4}-\d\d-\d\d,'=cmd,\d+(\.\d+)?,simulated,$/,
  );
  expect(rest).toEqual(['']);
  expect(await harness().trpc(token).transfer.exportWatchList.query()).toEqual({ csv: text });
});

it('exports only the given symbols of the watch list', async () => {
  const { token } = await harness().signUp();
  for (const symbol of ['AAPL', 'MSFT', 'NVDA']) await harness().addStock(token, symbol);
  const { text } = await harness().rest('GET', '/stocks/export.csv?symbols=aapl,NVDA,KO', { token });
  expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['symbol', 'NVDA', 'AAPL', '']);
  const tooMany = Array.from({ length: 501 }, (_, number) => `S${number}`).join();
  expect(await harness().rest('GET', `/stocks/export.csv?symbols=${tooMany}`, { token })).toMatchObject({
    status: 400,
    body: { error: 'symbols must be 1 to 500 symbols, separated by commas' },
  });
});

it('exports lists as a column, as sections of TradingView and with the account', async () => {
  const { token } = await harness().signUp();
  for (const symbol of ['AAPL', 'BRK-B', '0700.HK', '^GSPC']) await harness().addStock(token, symbol);
  const create = async (path: string, body: object) =>
    (await harness().rest('POST', path, { token, body })).body;
  const { id } = await create('/lists', { name: 'A, B', symbols: ['BRK-B', 'AAPL'] });
  await create('/lists', { name: 'Empty' });
  await create('/lists', { name: 'Tech', color: 'blue', symbols: ['AAPL'] });
  const get = (path: string) => harness().rest('GET', path, { token });

  const { text, headers } = await get('/stocks/export.txt');
  expect(text).toBe('SP:SPX,HKEX:700\n###A  B,NYSE:BRK.B,NASDAQ:AAPL\n###Empty\n###Tech,NASDAQ:AAPL\n');
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="stockbook-watch-list.txt"',
  });
  expect((await get(`/stocks/export.txt?list_id=${id}`)).text).toBe('###A  B,NYSE:BRK.B,NASDAQ:AAPL\n');
  const csv = (await get(`/stocks/export.csv?list_id=${id}`)).text.split('\r\n');
  expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(['BRK-B', 'AAPL', '']);
  expect(csv[2]).toMatch(/,"A, B;Tech"$/);
  for (const file of ['txt', 'csv']) {
    expect(await get(`/stocks/export.${file}?list_id=none`)).toMatchObject({
      status: 404,
      body: { error: 'List not found' },
    });
  }

  const rules = { format: 'stockbook/1', entry: 'close > 1', max_bars: 5, scope: { list_id: id } };
  await create('/strategies', { name: 'Over a list', rules });
  await create('/signals/rules', { when: 'close > 1', scope: 'list', list_id: id });
  await create('/journal', { symbol: 'KO', text: 'unknown' });
  await create('/journal', { symbol: 'AAPL', text: 'why', day: '2026-01-05', kind: 'idea' });
  expect((await get('/account/export')).body).toMatchObject({
    lists: [
      { name: 'A, B', color: 'gray', symbols: ['BRK-B', 'AAPL'] },
      { name: 'Empty', symbols: [] },
      { name: 'Tech', color: 'blue', symbols: ['AAPL'] },
    ],
    journal: [{ symbol: 'AAPL', day: '2026-01-05', kind: 'idea', text: 'why' }],
    strategies: [{ name: 'Over a list', list: 'A, B' }],
    signal_rules: [{ scope: 'list', list: 'A, B' }],
  });
});

it('exports the account without secrets and without the data of others', async () => {
  const other = await harness().signUp();
  await harness().addStock(other.token, 'KO');
  await harness().rest('POST', '/strategies', { token: other.token, body: { name: 'theirs' } });
  const { token, email, name } = await harness().signUp();
  await harness().addStock(token, 'AAPL');
  await harness().calculate(token, { stock_symbol: 'AAPL', ta_indicator: 'RSI' });
  for (const path of ['/strategies', '/portfolios', '/auth/tokens']) {
    await harness().rest('POST', path, { token, body: { name: 'mine' } });
  }
  const studySet = { name: 'Trend', studies: [{ indicator_function: 'SMA' }] };
  await harness().rest('POST', '/study-sets', { token, body: studySet });
  const rule = { when: 'RSI() < 30', symbol: 'AAPL', quiet_bars: 5 };
  await harness().rest('POST', '/signals/rules', { token, body: rule });
  const channel = { kind: 'ntfy', name: 'mine', target: 'https://ntfy.example.com/mine', token: 'tk_geheim' };
  await harness().rest('POST', '/notifications/channels', { token, body: channel });
  const { headers, body, text } = await harness().rest('GET', '/account/export', { token });
  const day = new Date().toISOString().slice(0, 10);
  expect(headers['content-disposition']).toBe(`attachment; filename="stockbook-export-${day}.json"`);
  expect(body).toMatchObject({
    format: 'stockbook-account',
    version: 1,
    profile: { email, username: name, first_name: null, last_name: null },
    watch_list: [
      {
        symbol: 'AAPL',
        isin: 'US0378331005',
        indicators: [{ indicator_function: 'RSI', parameters: { timeperiod: 14 } }],
      },
    ],
    strategies: [{ name: 'mine' }],
    portfolios: [{ name: 'mine', currency: 'USD' }],
    study_sets: [{ name: 'Trend', studies: [{ indicator_function: 'SMA' }] }],
    signal_rules: [{ when: 'rsi(14) < 30', name: null, scope: 'stock', symbol: 'AAPL', quiet_bars: 5 }],
    tokens: [{ name: 'mine' }],
    channels: [{ kind: 'ntfy', name: 'mine', target: 'https://ntfy.example.com/mine', has_secret: true }],
    signals: [],
    sign_ins: [{ address: '127.0.0.1', client: 'lightMyRequest' }],
  });
  const events = body.security_events as { kind: string; count: number }[];
  expect(events.map(({ kind }) => kind)).toEqual(['exported', 'token_created', 'signed_up']);
  expect(Object.keys((body.tokens as object[])[0] ?? {}).sort()).toEqual([
    'created_at',
    'expires_at',
    'last_used_address',
    'last_used_at',
    'name',
    'scope',
  ]);
  expect(text).not.toMatch(/theirs|"KO"|digest|hash|geheim/);
  expect(await harness().trpc(token).transfer.exportAccount.query()).toMatchObject({
    watch_list: body.watch_list,
    tokens: body.tokens,
  });
  expect(await harness().rest('GET', '/account/export', { token })).toMatchObject({
    status: 429,
    body: {
      error: expect.stringContaining('You have exported your account 2 times within a day, the maximum.'),
    },
  });
});

it('exports the account twice a day, also for simultaneous requests', async () => {
  const { token } = await harness().signUp();
  expect(await race(() => harness().rest('GET', '/account/export', { token }))).toEqual({ 200: 2, 429: 18 });
});
