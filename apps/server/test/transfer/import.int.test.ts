import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { withYahoo } from '../support/with-yahoo.ts';
import { importer, verdicts } from './support/importer.ts';

const harness = useHarness({ MAX_STOCKS_PER_USER: 4, MAX_NOTES_BYTES_PER_USER: 100 });

describe('the preview of an import', () => {
  it('gives each line its verdict and stores nothing', async () => {
    const { token, preview, total } = await importer(harness());
    await harness().addStock(token, 'AAPL');
    const { lines, new_stocks } = await preview('AAPL, US0378331005 MSFT msft KO US0378331006 a/b NVDA IBM');
    expect(verdicts(lines)).toEqual([
      ['AAPL', 'already_there'],
      ['US0378331005', 'duplicate'],
      ['MSFT', 'new'],
      ['msft', 'duplicate'],
      ['KO', 'new'],
      ['US0378331006', 'wrong_check_digit'],
      ['a/b', 'not_recognised'],
      ['NVDA', 'new'],
      ['IBM', 'over_quota'],
    ]);
    expect(lines.map(({ message }) => message)).toEqual([
      'AAPL is already on your watch list',
      'Line 1 is the same stock',
      null,
      'Line 3 is the same stock',
      null,
      'Invalid ISIN: the check digit does not match',
      'This is neither a ticker symbol nor an ISIN',
      null,
      'Your watch list holds at most 4 stocks',
    ]);
    expect([new_stocks, await total()]).toEqual([3, 1]);
  });

  it('rejects more than 500 stocks and a text without any, over REST and tRPC', async () => {
    const { token } = await importer(harness());
    const text = Array.from({ length: 501 }, (_, number) => `T${number}`).join('\n');
    const refused = await harness().rest('POST', '/stocks/import', { token, body: { text } });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'The text has more than 500 stocks. Import at most 500 at a time: split it into parts',
    ]);
    await expect(harness().trpc(token).transfer.import.mutate({ text: ';' })).rejects.toThrow(
      'The text contains no stocks',
    );
  });

  it('accepts a text of 2 MiB and rejects a larger one, over REST and tRPC', async () => {
    const { token } = await importer(harness());
    const padded = (bytes: number) => `AAPL${' '.repeat(bytes)}`;
    const accepted = await harness().rest('POST', '/stocks/import', {
      token,
      body: { text: padded(1_900_000) },
    });
    expect(accepted.status).toBe(200);
    const refused = await harness().rest('POST', '/stocks/import', {
      token,
      body: { text: padded(2_100_000) },
    });
    expect([refused.status, refused.body.error]).toEqual([413, 'The text is larger than 2 MiB']);
    const call = harness().trpc(token).transfer.import;
    expect(await call.mutate({ text: padded(1_900_000) })).toMatchObject({ total: 1 });
  });
});

describe('a body of 2 MiB', () => {
  it.each([
    ['a list', `{"text":[${'0,'.repeat(900_000)}0]}`],
    ['nested lists', `{"text":${'['.repeat(900_000)}${']'.repeat(900_000)}}`],
    ['names', `{${Array.from({ length: 150_000 }, (_, name) => `"${name}":0`).join()}}`],
  ])('does not parse a body of 2 MiB with more values than a text needs: %s', async (_, payload) => {
    for (const url of ['/api/stocks/import', '/trpc/transfer.import']) {
      const headers = { 'content-type': 'application/json' };
      const { statusCode, body } = await harness().inject({ method: 'POST', url, headers, payload });
      expect([url, statusCode]).toEqual([url, 400]);
      expect(body).toContain('A body larger than 64 KiB can have at most 100 values');
    }
  });
});

describe('an import', () => {
  it('ends every line with its verdict and adds the stocks', async () => {
    const { commit, item, total } = await importer(harness());
    const lines = await commit('AAPL US5949181045 NOSUCH KO a/b');
    expect(verdicts(lines)).toEqual([
      ['AAPL', 'added'],
      ['US5949181045', 'added'],
      ['NOSUCH', 'not_added'],
      ['KO', 'added'],
      ['a/b', 'not_recognised'],
    ]);
    expect(lines[1]).toMatchObject({ symbol: 'MSFT' });
    expect(lines[2]?.message).toBe('No stock found for "NOSUCH"');
    expect(await total()).toBe(3);
    expect((await item('KO')).stock).toMatchObject({ data_fetched: true });
  });

  it('restores favourites, notes and indicators in another account without overwriting', async () => {
    const owner = await importer(harness());
    await harness().addStock(owner.token, 'AAPL');
    await harness().addStock(owner.token, 'KO');
    const change = (token: string, symbol: string, body: object) =>
      harness().rest('PATCH', `/stocks/${symbol}`, { token, body });
    await change(owner.token, 'AAPL', { is_favorite: true, notes: 'theirs', notify_on_signals: true });
    await change(owner.token, 'KO', { notes: '=1+1' });
    const rsi = {
      stock_symbol: 'AAPL',
      ta_indicator: 'RSI',
      parameters: { timeperiod: 9 },
      indicator_name: 'My RSI',
    };
    await harness().calculate(owner.token, rsi);
    await harness().calculate(owner.token, { ...rsi, indicator_name: 'Second' });
    const exported = await harness().rest('GET', '/account/export', { token: owner.token });

    const other = await importer(harness());
    await harness().addStock(other.token, 'AAPL');
    await change(other.token, 'AAPL', { notes: 'my own' });
    expect((await other.preview(exported.text)).restorable).toBe(1);
    expect(verdicts(await other.commit(exported.text))).toEqual([
      ['AAPL', 'already_there'],
      ['KO', 'added'],
      ['Indicator My RSI of AAPL', 'added'],
      ['Indicator Second of AAPL', 'added'],
    ]);
    expect(await other.item('AAPL')).toMatchObject({
      is_favorite: true,
      notes: 'my own',
      notify_on_signals: true,
    });
    expect(await other.item('KO')).toMatchObject({ is_favorite: false, notes: '=1+1' });
    const { body } = await harness().rest('GET', '/indicators/AAPL?data=false', { token: other.token });
    expect(body.indicators).toMatchObject([
      { indicator_name: 'Second', parameters: { timeperiod: 9 } },
      { indicator_name: 'My RSI', parameters: { timeperiod: 9 } },
    ]);
    const again = (await other.commit(exported.text)).at(-1);
    expect([again?.verdict, again?.message]).toEqual(['already_there', 'You have this indicator of AAPL']);
  });

  it('restores the signal rules of another account, and leaves notifications as they are', async () => {
    const owner = await importer(harness());
    const other = await importer(harness());
    const addRule = (token: string, body: object) =>
      harness().rest('POST', '/signals/rules', { token, body });
    await harness().addStock(owner.token, 'KO');
    const ofList = { when: 'close > 2', scope: 'favorites' };
    await addRule(owner.token, ofList);
    await addRule(owner.token, { when: 'rsi(14) < 30', symbol: 'KO', name: 'Dip', quiet_bars: 5 });
    await harness().rest('PATCH', '/stocks/KO', { token: owner.token, body: { notify_on_signals: false } });
    await addRule(other.token, ofList);
    const exported = await harness().rest('GET', '/account/export', { token: owner.token });
    const lines = await other.commit(exported.text);
    expect(verdicts(lines)).toEqual([
      ['KO', 'added'],
      ['Rule close > 2', 'already_there'],
      ['Rule rsi(14) < 30', 'added'],
    ]);
    const { body } = await harness().rest('GET', '/signals/rules?symbol=KO', { token: other.token });
    expect(body.rules).toMatchObject([{ when: 'rsi(14) < 30', name: 'Dip', quiet_bars: 5, is_active: true }]);
    expect(await other.item('KO')).toMatchObject({ notify_on_signals: false });
  });

  it('restores the sets of indicators of another account, and leaves a set of the same name as it is', async () => {
    const owner = await importer(harness());
    const other = await importer(harness());
    const add = async (token: string, name: string, timeperiod: number, color: string | null = null) => {
      const studies = [{ indicator_function: 'SMA', parameters: { timeperiod }, color }];
      const { status } = await harness().rest('POST', '/study-sets', { token, body: { name, studies } });
      expect(status).toBe(201);
    };
    await add(owner.token, 'Momentum', 14);
    await add(owner.token, 'Trend', 200, '#0d9488');
    await add(other.token, 'Momentum', 9);
    const { text } = await harness().rest('GET', '/account/export', { token: owner.token });
    expect(await other.preview(text)).toMatchObject({ lines: [], study_sets: 2, signal_rules: 0 });
    expect(verdicts(await other.commit(text))).toEqual([
      ['Studies Trend', 'added'],
      ['Studies Momentum', 'already_there'],
    ]);
    const { body } = await harness().rest('GET', '/study-sets', { token: other.token });
    expect(body.study_sets).toMatchObject([
      { name: 'Momentum', studies: [{ parameters: { timeperiod: 9 }, color: null }] },
      {
        name: 'Trend',
        studies: [
          {
            indicator_function: 'SMA',
            indicator_name: 'Simple Moving Average',
            parameters: { timeperiod: 200 },
            color: '#0d9488',
          },
        ],
      },
    ]);
  });

  it('reports a set of indicators that the account has no room for, or that is not valid', async () => {
    const { token, commit } = await importer(harness());
    const set = (name: string, indicator_function = 'SMA') => ({ name, studies: [{ indicator_function }] });
    const account = (study_sets: object[]) =>
      JSON.stringify({ format: 'stockbook-account', version: 1, watch_list: [], study_sets });
    const names = Array.from({ length: 50 }, (_, index) => `Set ${index}`);
    expect(
      verdicts(
        await commit(account([...names.slice(0, 49).map((name) => set(name)), set('Odd', 'NOSUCH')])),
      )[0],
    ).toEqual(['Studies Odd', 'not_added']);
    expect(verdicts(await commit(account([set('One more'), set('Set 49'), set('Set 48')])))).toEqual([
      ['Studies Set 48', 'already_there'],
      ['Studies Set 49', 'added'],
      ['Studies One more', 'over_quota'],
    ]);
    const { body } = await harness().rest('GET', '/study-sets?limit=1', { token });
    expect(body.total).toBe(50);
  });

  it('returns all lines of an account with thousands of entries, over REST and tRPC', async () => {
    const { token } = await importer(harness());
    const channels = Array.from({ length: 900 }, () => 0);
    const strategies = Array.from({ length: 1_600 }, (_, index) => ({ name: `S${index}` }));
    const text = JSON.stringify({
      format: 'stockbook-account',
      version: 1,
      watch_list: [],
      strategies,
      channels,
    });
    const started = await harness().rest('POST', '/stocks/import', { token, body: { text, commit: true } });
    const taskId = String(started.body.task_id);
    await sql`update import_line set finished_at = now(), verdict = 'added' where item->>'kind' = 'strategy'`.execute(
      harness().services.database.fork().getKysely(),
    );
    await harness().waitForTask(`/stocks/import/${taskId}`, token);
    const { body } = await harness().rest('GET', `/stocks/import/${taskId}`, { token });
    const { added, lines } = body.result as { added: number; lines: { line: number; text: string }[] };
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
    expect([added, lines[0]?.text, lines.at(-1)?.text]).toEqual([1_600, 'Strategy S1599', 'Channel 900']);
    expect(await harness().trpc(token).transfer.importTask.query({ taskId })).toEqual(body);
  });

  it('adds a stock without its note when the notes exceed their quota', async () => {
    const { commit, item } = await importer(harness());
    const [line] = await commit(`symbol,favourite,notes\nAAPL,yes,${'x'.repeat(101)}`);
    expect([line?.verdict, line?.message]).toEqual([
      'added',
      'The note was not restored: All your notes may take 100 bytes together. Shorten or delete some first',
    ]);
    expect(await item('AAPL')).toMatchObject({ is_favorite: true, notes: null });
  });

  it('shares one task among equal requests', async () => {
    const { token } = await importer(harness());
    const body = { text: 'AAPL MSFT', commit: true };
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () => (await harness().rest('POST', '/stocks/import', { token, body })).body.task_id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
    await harness().waitForTask(`/stocks/import/${ids[0]}`, token);
  });
});

describe('an import while the provider fails', () => {
  it('repeats a line after a temporary failure and ends it after three', async () => {
    // By a clock that is late, a pause is over when it begins.
    const lateClock = () => new Date(Date.now() - 60_000);
    const { harness: program, mockServer } = await withYahoo({}, undefined, lateClock);
    const user = await importer(program);
    mockServer.behave('server-error', { symbol: 'AAPL', times: 1 });
    mockServer.behave('other-json', { symbol: 'KO' });
    expect(verdicts(await user.commit('AAPL KO MSFT'))).toEqual([
      ['AAPL', 'added'],
      ['KO', 'not_added'],
      ['MSFT', 'added'],
    ]);
  });

  it("gives the lines beyond the day's budget of new symbols their verdict", async () => {
    const { harness: program } = await withYahoo({ MAX_NEW_SYMBOLS_PER_USER_AND_DAY: 2 });
    const user = await importer(program);
    const lines = await user.commit('AAPL KO MSFT');
    expect(verdicts(lines)).toEqual([
      ['AAPL', 'added'],
      ['KO', 'added'],
      ['MSFT', 'not_added'],
    ]);
    expect(lines[2]?.message).toMatch(/^You have added 2 new symbols within a day, the maximum/);
  });
});
