import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarketDataError } from '../provider/market-data-error.ts';
import { parseCsvBars } from './parse-csv-bars.ts';

const header = 'date,open,high,low,close,volume';
const parse = (text: string) => parseCsvBars(text, 'AAPL.csv', '2026-11-21');

/** A file of `count` valid lines, from 2000-01-01 on, with `extra` lines after the header. */
function fileOf(count: number, extra: readonly string[] = []): string {
  const lines = Array.from({ length: count }, (_, day) => {
    const date = new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},10,12,9,11,500`;
  });
  return [header, ...extra, ...lines].join('\n');
}

const twoDays = {
  bars: {
    date: ['2024-01-02', '2024-01-03'],
    open: [1, 2],
    high: [3, 4],
    low: [0.5, 1.5],
    close: [2.5, 3.5],
    volume: [100, 200],
  },
  splits: [],
  dividends: [],
  rejectedDates: [],
  rejectionNotes: [],
  currency: null,
};

describe('parseCsvBars', () => {
  it('reads the optional columns dividend and split', () => {
    const lines = [
      `${header},Dividend,Split`,
      '2024-01-02,1,3,0.5,2.5,100,0.24,',
      '2024-01-03,2,4,1.5,3.5,200,0,2:1',
      '2024-01-04,2,4,1.5,3.5,200,,3/2',
      '2024-01-05,2,4,1.5,3.5,200,0.00,0.0',
      '2024-01-08,2,4,1.5,3.5,200,1e-1,4',
      '2024-01-09,2,4,1.5,3.5,200,,1:1',
    ];
    const { splits, dividends, rejectedDates } = parse(lines.join('\n'));
    expect(splits).toEqual([
      { date: '2024-01-03', numerator: 2, denominator: 1 },
      { date: '2024-01-04', numerator: 3, denominator: 2 },
      { date: '2024-01-08', numerator: 4, denominator: 1 },
    ]);
    expect(dividends).toEqual([
      { date: '2024-01-02', amount: 0.24 },
      { date: '2024-01-08', amount: 0.1 },
    ]);
    expect(rejectedDates).toEqual([]);
  });

  it.each([
    [['EUR', 'USD'], 'EUR'],
    [['', 'CHF'], 'CHF'],
    [['usd', ''], 'USD'],
    [['GBp', 'GBP'], 'GBp'],
    [['gbp', ''], 'GBP'],
    [['GBX', ''], 'GBX'],
    [['ZAc', ''], 'ZAc'],
    [['ILA', ''], 'ILA'],
    [['', ''], null],
  ])('reads the currency of the cells %j', ([first, second], currency) => {
    const lines = [
      `Currency,${header}`,
      `${first},2024-01-02,1,3,0.5,2.5,100`,
      `${second},2024-01-03,2,4,1.5,3.5,200`,
    ];
    expect(parse(lines.join('\n'))).toEqual({ ...twoDays, currency });
  });

  it.each([
    ['EURO', 'EURO'],
    ['$', '$'],
    ['x'.repeat(300), `${'x'.repeat(200)}…`],
  ])('rejects a file with the unknown currency %j', (text, shown) => {
    expect(() => parse(`${header},currency\n2024-01-02,1,3,0.5,2.5,100,${text}`)).toThrow(
      `AAPL.csv names the unknown currency "${shown}". Expected is a code of ISO 4217, for example USD, or ` +
        'GBp, GBX, ZAc, ZAC or ILA',
    );
  });

  it.each([
    ['-0.5,', 'the dividend is not an amount'],
    ['x,', 'the dividend is not an amount'],
    ['1e16,', 'the dividend is not an amount'],
    [',two', 'the split is not a ratio like 2:1'],
    [',0:1', 'the split is not a ratio like 2:1'],
  ])('rejects a line with the dividend and split "%s"', (cells, problem) => {
    const [, ...others] = fileOf(200).split('\n');
    const line = `2024-01-02,1,3,0.5,2.5,100,${cells}`;
    const text = [`${header},dividend,split`, line, ...others].join('\n');
    const { rejectionNotes, dividends, splits } = parse(text);
    expect({ rejectionNotes, dividends, splits }).toEqual({
      rejectionNotes: [`line 2: ${problem}.`],
      dividends: [],
      splits: [],
    });
  });

  it.each([
    ['plain', `${header}\n2024-01-02,1,3,0.5,2.5,100\n2024-01-03,2,4,1.5,3.5,200`],
    ['a last line break', `${header}\n2024-01-02,1,3,0.5,2.5,100\n2024-01-03,2,4,1.5,3.5,200\n`],
    ['CRLF', `${header}\r\n2024-01-02,1,3,0.5,2.5,100\r\n2024-01-03,2,4,1.5,3.5,200\r\n`],
    ['a byte order mark', `\uFEFF${header}\n2024-01-02,1,3,0.5,2.5,100\n2024-01-03,2,4,1.5,3.5,200`],
    ['blank lines', `\n${header}\n\n2024-01-02,1,3,0.5,2.5,100\n  \n,,,,,\n2024-01-03,2,4,1.5,3.5,200\n\n`],
    [
      'other case and order',
      'VOLUME,Close,DATE,Open,hIGH,low\n100,2.5,2024-01-02,1,3,0.5\n200,3.5,2024-01-03,2,4,1.5',
    ],
    [
      'more columns',
      `Symbol,${header},Adj Close\nX,2024-01-02,1,3,0.5,2.5,100,9\nX,2024-01-03,2,4,1.5,3.5,200,9`,
    ],
    [
      'quotes',
      `"Date","Open","High","Low","Close","Volume"\n"2024-01-02","1","3","0.5","2.5","100"\n"2024-01-03",2,4,1.5,3.5,200`,
    ],
    [
      'blanks around',
      'date , open, high, low, close, volume\n 2024-01-02 , 1, 3, 0.5, 2.5, 100\n2024-01-03,2,4,1.5,3.5,200',
    ],
    ['the newest first', `${header}\n2024-01-03,2,4,1.5,3.5,200\n2024-01-02,1,3,0.5,2.5,100`],
    [
      'other ways to write numbers',
      `${header}\n2024-01-02,1.0,+3,.5,25e-1,1E2\n2024-01-03,2.,4.00,1.5,3.5,200`,
    ],
  ])('reads a file with %s', (_, text) => {
    expect(parse(text)).toEqual(twoDays);
  });

  it('keeps the last of several lines of a day', () => {
    const { bars } = parse(`${header}\n2024-01-02,1,3,0.5,2.5,100\n2024-01-02,2,4,1.5,3.5,200`);
    expect([bars.date, bars.close]).toEqual([['2024-01-02'], [3.5]]);
  });

  it('reads a missing volume as 0', () => {
    expect(parse(`${header}\n2024-01-02,1,3,0.5,2.5,`).bars.volume).toEqual([0]);
    expect(parse(`${header}\n2024-01-02,1,3,0.5,2.5`).bars.volume).toEqual([0]);
  });

  it.each([
    ['2024-02-30,1,3,0.5,2.5,100', 'the date is not a day written YYYY-MM-DD'],
    ['02.01.2024,1,3,0.5,2.5,100', 'the date is not a day written YYYY-MM-DD'],
    ['0000-01-01,1,3,0.5,2.5,100', 'the date is not a day written YYYY-MM-DD'],
    ['garbage,1,3,0.5,2.5,100', 'the date is not a day written YYYY-MM-DD'],
    [',1,3,0.5,2.5,100', 'the date is not a day written YYYY-MM-DD'],
    ['2026-11-22,1,3,0.5,2.5,100', 'the date lies in the future'],
    ['2024-01-02,,3,0.5,2.5,100', 'the open is missing'],
    ['2024-01-02,1,3,0.5', 'the close is missing'],
    ['2024-01-02,1,3,0.5,null,100', 'the close is not a number'],
    ['2024-01-02,1,3,0.5,0x10,100', 'the close is not a number'],
    ['2024-01-02,1,3,0.5,1e999,100', 'the close is not a number'],
    ['2024-01-02,"1,5","3,5",0.5,2.5,100', 'the open is not a number'],
    ['2024-01-02,-1,3,0.5,2.5,100', 'the open is not above zero'],
    ['2024-01-02,1,0.5,3,2.5,100', 'the high is below the low'],
    ['2024-01-02,1,3,0.5,4,100', 'the close lies outside of low and high'],
    ['2024-01-02,1,3,0.5,2.5,-1', 'the volume is negative'],
    ['2024-01-02,1,3,0.5,2.5,many', 'the volume is not a number'],
  ])('rejects the line %j and names its number', (line, problem) => {
    const { bars, rejectedDates, rejectionNotes } = parse(fileOf(100, ['', line]));
    expect(bars.date).toHaveLength(100);
    expect(rejectedDates).toEqual([line.split(',')[0]]);
    expect(rejectionNotes).toEqual([`line 3: ${problem}.`]);
  });

  it('rejects a file if more than 1 % of its lines are invalid', () => {
    const bad = ['2024-01-02,1,3,0.5,x,100', '2024-01-03,1,3,0.5,x,100'];
    expect(parse(fileOf(198, bad)).rejectedDates).toHaveLength(2);
    expect(() => parse(fileOf(197, bad))).toThrow(
      'AAPL.csv was rejected: 2 of 199 price lines are invalid, first line 2: the close is not a number.',
    );
  });

  it.each([
    ['', 'AAPL.csv contains no prices'],
    ['\n\n', 'AAPL.csv contains no prices'],
    [`${header}\n`, 'AAPL.csv contains no prices'],
    [
      'Date,open,high,low\n2024-01-02,1,3,0.5',
      'AAPL.csv has no column close, volume. Its first line is: Date, open, high, low. ' +
        'Expected are the columns date, open, high, low, close, volume, or a file from Stooq, Investing.com or Yahoo',
    ],
    [`${'x'.repeat(5000)}\n1`, `Its first line is: ${'x'.repeat(200)}…. Expected`],
    ['2024-01-02,1,3,0.5,2.5,100\n2024-01-03,1,3,0.5,2.5,100', 'AAPL.csv has no column date'],
    ['date;open;high;low;close;volume\n2024-01-02;1;3;0.5;2.5;100', 'AAPL.csv has no column date'],
    [`${header}\n2024-01-02,"1,3,0.5,2.5,100\n`, 'AAPL.csv cannot be read as CSV: Quote Not Closed'],
    ['<!doctype html>\n<title>Not found</title>', 'AAPL.csv has no column date'],
  ])('rejects the file %j', (text, sentence) => {
    expect(() => parse(text)).toThrow(sentence);
  });

  it('throws only bad_data for arbitrary text', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('2024-01-02', '1', '"', ',', '\n', '\r', header));
    fc.assert(
      fc.property(fc.array(cell), fc.boolean(), (cells, hasHeader) => {
        try {
          parse((hasHeader ? `${header}\n` : '') + cells.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(MarketDataError);
          expect(error).toMatchObject({ kind: 'bad_data' });
        }
      }),
    );
  });

  it('returns the bars that were written', () => {
    const price = fc.double({ min: 0.01, max: 1e6, noNaN: true });
    const bar = fc.tuple(price, price, price, price, fc.nat()).map(([a, b, c, d, volume]) => {
      const [low = 0, open = 0, close = 0, high = 0] = [a, b, c, d].sort((x, y) => x - y);
      return { open, high, low, close, volume };
    });
    fc.assert(
      fc.property(fc.array(bar, { minLength: 1 }), (written) => {
        const lines = written.map(({ open, high, low, close, volume }, day) => {
          const date = new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10);
          return [date, open, high, low, close, volume].join();
        });
        const { bars } = parse([header, ...lines].join('\r\n'));
        expect(bars.close).toEqual(written.map(({ close }) => close));
        expect(bars.volume).toEqual(written.map(({ volume }) => volume));
      }),
    );
  });
});
