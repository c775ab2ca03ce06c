import { describe, expect, it } from 'vitest';
import { wordInputErrors } from '../../input-errors.ts';
import { exchangeTicker } from './exchange-suffixes.ts';
import { parseImport as parseOfUser } from './parse-import.ts';

const parseImport = (text: string) => parseOfUser(text, 'user');

wordInputErrors();

/** The symbol or ISIN of each entry, or its verdict. */
const read = async (text: string) =>
  (await parseImport(text)).entries.map((entry) =>
    'stock' in entry ? entry.stock.symbolOrIsin : entry.verdict,
  );

describe('parseImport', () => {
  it.each([
    ['AAPL,MSFT;NVDA\tKO\nIBM  tsla\r\n$F', ['AAPL', 'MSFT', 'NVDA', 'KO', 'IBM', 'TSLA', 'F']],
    ['\uFEFF"AAPL", \'MSFT\'', ['AAPL', 'MSFT']],
    ['US0378331005 US0378331006', ['US0378331005', 'wrong_check_digit']],
    ['AAPL <b>', ['AAPL', 'not_recognised']],
    ['Symbol\nAAPL\nMSFT, KO', ['AAPL', 'MSFT', 'KO']],
    ['"ISIN"\r\n"US0378331005"', ['US0378331005']],
  ])('reads entries in any separation: %j', async (text, entries) => {
    expect(await read(text)).toEqual(entries);
  });

  it.each([
    ['NASDAQ:AAPL,NYSE:BRK.B', ['AAPL', 'BRK-B']],
    ['###TECH STOCKS,NASDAQ:MSFT,###EUROPE,XETR:SAP,LSE:BP.', ['MSFT', 'SAP.DE', 'BP.L']],
    ['###LIST\nOMXSTO:VOLV_B\nHKEX:700\nTSX:RCI.B', ['VOLV-B.ST', '0700.HK', 'RCI-B.TO']],
    ['SP:SPX,FX:EURUSD,COINBASE:BTCUSD,BINANCE:ETHUSDT', ['^GSPC', 'EURUSD=X', 'BTC-USD', 'ETH-USD']],
    ['EURONEXT:MC,A:B:C', ['not_recognised', 'not_recognised']],
  ])("reads TradingView's export: %j", async (text, entries) => {
    expect(await read(text)).toEqual(entries);
  });

  /** The name of each list with its stocks; the message of a rejected one. */
  const readLists = async (text: string) =>
    (await parseImport(text)).items.map((item) =>
      'item' in item && item.item.kind === 'list' ? [item.item.name, ...item.item.stocks] : item,
    );

  it.each([
    [
      'KO,###Tech,NASDAQ:MSFT,###EUROPE,XETR:SAP',
      [
        ['Tech', 'MSFT'],
        ['EUROPE', 'SAP.DE'],
      ],
    ],
    ['KO\n###A; B,AAPL\nMSFT\n###,IBM,### ,F\n###Empty\n', [['A  B', 'AAPL', 'MSFT'], ['Empty']]],
    [
      '###Tech,MSFT,AAPL,###Two,AAPL,MSFT,a/b,###TECH,MSFT,KO',
      [
        ['Tech', 'MSFT', 'AAPL', 'KO'],
        ['Two', 'AAPL', 'MSFT'],
      ],
    ],
    [`###${'💡'.repeat(41)}\nKO`, [['💡'.repeat(40), 'KO']]],
    [`###${'x'.repeat(39)} y\nKO`, [['x'.repeat(39), 'KO']]],
    [
      'symbol,favourite,lists\nAAPL,no,A; b ;;\nKO,yes,B\nIBM,no,\n',
      [
        ['A', 'AAPL'],
        ['b', 'AAPL', 'KO'],
      ],
    ],
    ["symbol,favourite,lists\nAAPL,no,'=sum\n", [['=sum', 'AAPL']]],
    ['symbol,lists\nAAPL,Tech\n', []],
  ])("reads lists from TradingView's sections and the own table: %j", async (text, lists) => {
    expect(await readLists(text)).toEqual(lists);
  });

  it('reports a name that no list can have, once', async () => {
    const name = 'x'.repeat(41);
    const { entries, items } = await parseImport(`symbol,favourite,lists\nAAPL,no,${name}\nKO,no,${name}`);
    expect(entries).toHaveLength(2);
    expect(items).toEqual([
      {
        kind: 'list',
        text: `List ${name}`,
        verdict: 'not_recognised',
        message: 'Name must be at most 40 characters',
      },
    ]);
    const hidden = (await parseImport('###a\u200bb,KO')).items;
    expect(hidden).toMatchObject([{ message: 'Name contains control characters or invisible ones' }]);
  });

  it.each([
    ['AAPL', 'NASDAQ', 'NASDAQ:AAPL'],
    ['BRK-B', 'NYSE', 'NYSE:BRK.B'],
    ['SAP.DE', 'XETRA', 'XETR:SAP'],
    ['VOLV-B.ST', 'Stockholm', 'OMXSTO:VOLV_B'],
    ['0700.HK', 'HKSE', 'HKEX:700'],
    ['^GSPC', 'SNP', 'SP:SPX'],
    ['EURUSD=X', null, 'FX:EURUSD'],
    ['KO', null, 'KO'],
    ['BTC-USD', 'CCC', 'BTC-USD'],
  ])("writes %s of %s in TradingView's form, which is read back", async (symbol, exchange, text) => {
    expect(exchangeTicker(symbol, exchange)).toBe(text);
    expect(await read(text)).toEqual([symbol]);
  });

  it('names the remedy when an exchange has several suffixes', async () => {
    expect((await parseImport('EURONEXT:MC')).entries).toEqual([
      {
        text: 'EURONEXT:MC',
        verdict: 'not_recognised',
        message:
          'The exchange EURONEXT is not known: use the symbol with the suffix of Yahoo Finance, like MC.PA',
      },
    ]);
  });

  it("reads the symbols of Yahoo's portfolio CSV", async () => {
    const text =
      'Symbol,Current Price,Date,Time,Change,Comment\nAAPL,190.1,2024/01/02,16:00 EST,1.2,"a, b"\n^GSPC,5000,,,,\n';
    expect(await read(text)).toEqual(['AAPL', '^GSPC']);
  });

  it('reads a table with semicolons and only ISINs', async () => {
    expect(await read('Name;ISIN\r\n"Apple; Inc.";US0378331005\r\n')).toEqual(['US0378331005']);
  });

  it('reads a table of one column', async () => {
    expect(await read('\uFEFF"Symbol"\r\nAAPL\r\nMSFT\r\n')).toEqual(['AAPL', 'MSFT']);
    expect(await read('isin\nUS0378331005')).toEqual(['US0378331005']);
    expect(await read('SYMBOL')).toEqual(['SYMBOL']);
  });

  it('reads favourites, notes, flags and indicators of an account export', async () => {
    const indicators = [
      { indicator_function: 'RSI', indicator_name: 'My RSI', parameters: { timeperiod: 9 } },
    ];
    const entry = {
      symbol: 'aapl',
      isin: 'US0378331005',
      is_favorite: true,
      notes: 'two\nlines',
      notify_on_signals: true,
    };
    const account = {
      format: 'stockbook-account',
      version: 1,
      watch_list: [{ ...entry, indicators }, { symbol: 'KO' }],
    };
    const item = {
      kind: 'indicator',
      symbolOrIsin: 'AAPL',
      indicatorFunction: 'RSI',
      indicatorName: 'My RSI',
      parameters: { timeperiod: 9 },
    };
    // Backwards: exports are newest first.
    expect((await parseImport(JSON.stringify(account))).entries).toEqual([
      {
        text: 'KO',
        stock: {
          symbolOrIsin: 'KO',
          isin: null,
          preferences: { isFavorite: false, notes: null, notifyOnSignals: false, drawings: [] },
          items: [],
        },
      },
      {
        text: 'aapl',
        stock: {
          symbolOrIsin: 'AAPL',
          isin: 'US0378331005',
          preferences: { isFavorite: true, notes: 'two\nlines', notifyOnSignals: true, drawings: [] },
          items: [{ kind: 'indicator', text: 'Indicator My RSI of AAPL', item }],
        },
      },
    ]);
  });

  it('reports each invalid entry of an account export and reads the others', async () => {
    const account = {
      format: 'stockbook-account',
      version: 1,
      watch_list: [
        { symbol: 'AAPL', indicators: [7, { indicator_name: 'Odd', parameters: { x: 'many' } }] },
        { symbol: 'A\u0000' },
        { symbol: 'KO', notes: 'x'.repeat(10_001) },
        null,
      ],
      study_sets: [{ name: 'Empty', studies: [] }],
      signal_rules: [{ when: 3 }, 'rsi'],
      strategies: [
        { name: '\u202etpircs', rules: {} },
        { name: 'Deep', rules: JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) },
        { name: 'Huge', rules: { a: 2 ** 60 } },
        { name: 'Listed', rules: [] },
        { name: 'Kept', rules: { format: 'stockbook/1', entry: 'nonsense' }, is_stale: 'unknown' },
      ],
      portfolios: [{ name: 'Shells', currency: 'XXQ' }],
      channels: [{ name: 'Phone' }, {}],
      unknown: [1],
    };
    const { entries, items } = await parseImport(JSON.stringify(account));
    const reasons = (parsed: readonly object[]) =>
      parsed.map((entry) => ('message' in entry ? [Object(entry).text, entry.message] : Object(entry).text));
    expect(reasons(entries)).toEqual([
      ['Stock 4', 'The input must be an object'],
      ['Stock 3', 'Notes must be at most 10,000 characters'],
      ['Stock 2', 'Symbol contains characters that cannot be stored'],
      'AAPL',
    ]);
    const [, , , stock] = entries;
    expect(reasons(stock && 'stock' in stock ? stock.stock.items : [])).toEqual([
      ['Indicator Odd of AAPL', 'indicator_function is required'],
      ['Indicator 1 of AAPL', 'The input must be an object'],
    ]);
    expect(reasons(items)).toEqual([
      ['Studies Empty', 'studies must not be empty'],
      ['Rule 2', 'The input must be an object'],
      ['Rule 1', 'when must be text'],
      'Strategy Kept',
      ['Strategy Listed', 'rules must be an object'],
      ['Strategy Huge', 'rules contains a number too large to be kept exactly: send it as text'],
      ['Strategy Deep', 'rules must not be nested deeper than 32 levels'],
      ['Strategy 1', 'Name contains control characters or invisible ones'],
      ['Portfolio Shells', 'Currency must be a code of ISO 4217, for example USD'],
      ['Channel Phone', expect.stringContaining('Channels are not restored')],
      ['Channel 2', expect.stringContaining('Channels are not restored')],
    ]);
  });

  it('numbers the strategies of one name, oldest first', async () => {
    const strategies = ['Twice', 'Once', 'Twice'].map((name, index) => ({ name, description: `${index}` }));
    const account = { format: 'stockbook-account', version: 1, watch_list: [], strategies };
    expect((await parseImport(JSON.stringify(account))).items).toMatchObject([
      { item: { strategy: { name: 'Twice', description: '2' }, ordinal: 1 } },
      { item: { strategy: { name: 'Once' }, ordinal: 1 } },
      { item: { strategy: { name: 'Twice', description: '0' }, ordinal: 2 } },
    ]);
  });

  it.each([
    ['indicators', (junk: string) => `[{"symbol":"AAPL","indicators":[${junk}]}]`, ''],
    ['strategies', () => '[]', ',"strategies":'],
  ])('rejects a million entries among the %s before reading them', async (_, watchListOf, section) => {
    const junk = `${'0,'.repeat(999_999)}0`;
    const rest = section && `${section}[${junk}]`;
    const text = `{"format":"stockbook-account","version":1,"watch_list":${watchListOf(junk)}${rest}}`;
    await expect(parseImport(text)).rejects.toThrow(
      'The text has more than 100,000 entries besides stocks. Import at most 100,000 at a time: split it into parts',
    );
  });

  it('reads the sets of indicators of an account export', async () => {
    const account = {
      format: 'stockbook-account',
      version: 1,
      watch_list: [],
      study_sets: [{ name: 'Trend', studies: [{ indicator_function: 'SMA' }], created_at: '2024-11-04' }],
    };
    const set = {
      name: 'Trend',
      studies: [{ indicator_function: 'SMA', indicator_name: null, color: null }],
    };
    expect((await parseImport(JSON.stringify(account))).items).toEqual([
      { kind: 'study_set', text: 'Studies Trend', item: { kind: 'study_set', set } },
    ]);
  });

  it('reads the rules of an account export, with defaults for what it lacks', async () => {
    const account = {
      format: 'stockbook-account',
      version: 1,
      watch_list: [],
      signal_rules: [{ when: 'close > 1', symbol: 'AAPL' }],
    };
    const rule = {
      when: 'close > 1',
      symbol: 'AAPL',
      scope: 'stock',
      trigger: 'becomes_true',
      quiet_bars: 0,
    };
    expect(await parseImport(JSON.stringify(account))).toMatchObject({
      entries: [],
      items: [{ kind: 'signal_rule', text: 'Rule close > 1', item: { rule } }],
    });
  });

  it.each([
    ['{"format":', 'The file is not valid JSON: it may be cut off'],
    ['{"stocks":[]}', 'The file is not an account export of Stockbook'],
    [
      '{"format":"stockbook-account","version":2,"watch_list":[]}',
      'This export was written by a newer version of Stockbook. Update this server first',
    ],
    [' , ;', 'The text contains no stocks'],
    ['### A section only', 'The text contains no stocks'],
    [
      Array.from({ length: 501 }, (_, number) => `T${number}`).join(' '),
      'The text has more than 500 stocks. Import at most 500 at a time: split it into parts',
    ],
  ])('rejects %j', async (text, message) => {
    await expect(parseImport(text)).rejects.toThrow(message);
  });

  it('rejects a table whose quotes are not closed', async () => {
    await expect(parseImport('symbol,notes\nAAPL,"open')).rejects.toThrow(
      'The CSV file cannot be read: a quote is not closed',
    );
  });
});
