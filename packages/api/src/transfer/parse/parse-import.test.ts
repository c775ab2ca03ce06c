import { describe, expect, it } from 'vitest';
import { parseImport } from './parse-import.ts';

/** The symbol or ISIN of each entry, or its verdict. */
const read = (text: string) =>
  parseImport(text).entries.map((entry) => ('stock' in entry ? entry.stock.symbolOrIsin : entry.verdict));

describe('parseImport', () => {
  it.each([
    ['AAPL,MSFT;NVDA\tKO\nIBM  tsla\r\n$F', ['AAPL', 'MSFT', 'NVDA', 'KO', 'IBM', 'TSLA', 'F']],
    ['\uFEFF"AAPL", \'MSFT\'', ['AAPL', 'MSFT']],
    ['US0378331005 US0378331006', ['US0378331005', 'wrong_check_digit']],
    ['AAPL <b>', ['AAPL', 'not_recognised']],
  ])('reads entries in any separation: %j', (text, entries) => {
    expect(read(text)).toEqual(entries);
  });

  it.each([
    ['NASDAQ:AAPL,NYSE:BRK.B', ['AAPL', 'BRK-B']],
    ['###TECH STOCKS,NASDAQ:MSFT,###EUROPE,XETR:SAP,LSE:BP.', ['MSFT', 'SAP.DE', 'BP.L']],
    ['###LIST\nOMXSTO:VOLV_B\nHKEX:700\nTSX:RCI.B', ['VOLV-B.ST', '0700.HK', 'RCI-B.TO']],
    ['SP:SPX,FX:EURUSD,COINBASE:BTCUSD,BINANCE:ETHUSDT', ['^GSPC', 'EURUSD=X', 'BTC-USD', 'ETH-USD']],
    ['EURONEXT:MC,A:B:C', ['not_recognised', 'not_recognised']],
  ])("reads TradingView's export: %j", (text, entries) => {
    expect(read(text)).toEqual(entries);
  });

  it('names the remedy when an exchange has several suffixes', () => {
    expect(parseImport('EURONEXT:MC').entries).toEqual([
      {
        text: 'EURONEXT:MC',
        verdict: 'not_recognised',
        message:
          'The exchange EURONEXT is not known: use the symbol with the suffix of Yahoo Finance, like MC.PA',
      },
    ]);
  });

  it("reads the symbols of Yahoo's portfolio CSV", () => {
    const text =
      'Symbol,Current Price,Date,Time,Change,Comment\nAAPL,190.1,2024/01/02,16:00 EST,1.2,"a, b"\n^GSPC,5000,,,,\n';
    expect(read(text)).toEqual(['AAPL', '^GSPC']);
  });

  it('reads a table with semicolons and only ISINs', () => {
    expect(read('Name;ISIN\r\n"Apple; Inc.";US0378331005\r\n')).toEqual(['US0378331005']);
  });

  it('reads favourites, notes, flags and indicators of an account export', () => {
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
    expect(parseImport(JSON.stringify(account)).entries).toEqual([
      {
        text: 'aapl',
        stock: {
          symbolOrIsin: 'AAPL',
          isin: 'US0378331005',
          preferences: { isFavorite: true, notes: 'two\nlines', notifyOnSignals: true },
          indicators: [{ indicatorFunction: 'RSI', indicatorName: 'My RSI', parameters: { timeperiod: 9 } }],
        },
      },
      {
        text: 'KO',
        stock: {
          symbolOrIsin: 'KO',
          isin: null,
          preferences: { isFavorite: false, notes: null, notifyOnSignals: false },
          indicators: [],
        },
      },
    ]);
  });

  it('reads the sets of indicators of an account export', () => {
    const account = {
      format: 'stockbook-account',
      version: 1,
      watch_list: [],
      study_sets: [{ name: 'Trend', studies: [{ indicator_function: 'SMA' }], created_at: '2024-11-04' }],
    };
    expect(parseImport(JSON.stringify(account)).studySets).toEqual([
      { name: 'Trend', studies: [{ indicator_function: 'SMA', indicator_name: null, color: null }] },
    ]);
  });

  it('reads the rules of an account export, with defaults for what it lacks', () => {
    const account = {
      format: 'stockbook-account',
      version: 1,
      watch_list: [],
      signal_rules: [{ when: 'close > 1', symbol: 'AAPL' }],
    };
    expect(parseImport(JSON.stringify(account))).toMatchObject({
      entries: [],
      rules: [{ when: 'close > 1', symbol: 'AAPL', scope: 'stock', trigger: 'becomes_true', quiet_bars: 0 }],
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
      'The text has 501 stocks. Import at most 500 at a time: split it into parts',
    ],
  ])('rejects %j', (text, message) => {
    expect(() => parseImport(text)).toThrow(message);
  });

  it('rejects a table whose quotes are not closed', () => {
    expect(() => parseImport('symbol,notes\nAAPL,"open')).toThrow('The CSV file cannot be read: ');
  });
});
