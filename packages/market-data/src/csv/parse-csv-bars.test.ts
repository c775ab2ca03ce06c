import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarketDataError } from '../provider/market-data-error.ts';
import { parseCsvBars } from './parse-csv-bars.ts';

const HEADER = 'date,open,high,low,close,volume';
const parse = (text: string) => parseCsvBars(text, 'AAPL.csv', '2026-11-21');

/** A file of `count` good lines, from 2000-01-01 on, with `extra` lines after the header. */
function fileOf(count: number, extra: readonly string[] = []): string {
  const lines = Array.from({ length: count }, (_, day) => {
    const date = new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},10,12,9,11,500`;
  });
  return [HEADER, ...extra, ...lines].join('\n');
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
  rejectedDates: [],
  rejectionNotes: [],
};

describe('parseCsvBars', () => {
  it.each([
    ['plain', `${HEADER}\n2024-01-02,1,3,0.5,2.5,100\n2024-01-03,2,4,1.5,3.5,200`],
    ['a last line break', `${HEADER}\n2024-01-02,1,3,0.5,2.5,100\n2024-01-03,2,4,1.5,3.5,200\n`],
    ['CRLF', `${HEADER}\r\n2024-01-02,1,3,0.5,2.5,100\r\n2024-01-03,2,4,1.5,3.5,200\r\n`],
    ['a byte order mark', `\uFEFF${HEADER}\n2024-01-02,1,3,0.5,2.5,100\n2024-01-03,2,4,1.5,3.5,200`],
    ['blank lines', `\n${HEADER}\n\n2024-01-02,1,3,0.5,2.5,100\n  \n,,,,,\n2024-01-03,2,4,1.5,3.5,200\n\n`],
    [
      'other case and order',
      'VOLUME,Close,DATE,Open,hIGH,low\n100,2.5,2024-01-02,1,3,0.5\n200,3.5,2024-01-03,2,4,1.5',
    ],
    [
      'more columns',
      `Symbol,${HEADER},Adj Close\nX,2024-01-02,1,3,0.5,2.5,100,9\nX,2024-01-03,2,4,1.5,3.5,200,9`,
    ],
    [
      'quotes',
      `"Date","Open","High","Low","Close","Volume"\n"2024-01-02","1","3","0.5","2.5","100"\n"2024-01-03",2,4,1.5,3.5,200`,
    ],
    [
      'blanks around',
      'date , open, high, low, close, volume\n 2024-01-02 , 1, 3, 0.5, 2.5, 100\n2024-01-03,2,4,1.5,3.5,200',
    ],
    ['the newest first', `${HEADER}\n2024-01-03,2,4,1.5,3.5,200\n2024-01-02,1,3,0.5,2.5,100`],
    [
      'other ways to write numbers',
      `${HEADER}\n2024-01-02,1.0,+3,.5,25e-1,1E2\n2024-01-03,2.,4.00,1.5,3.5,200`,
    ],
  ])('reads a file with %s', (_, text) => {
    expect(parse(text)).toEqual(twoDays);
  });

  it('takes the last of several lines for a day', () => {
    const { bars } = parse(`${HEADER}\n2024-01-02,1,3,0.5,2.5,100\n2024-01-02,2,4,1.5,3.5,200`);
    expect([bars.date, bars.close]).toEqual([['2024-01-02'], [3.5]]);
  });

  it('takes a missing volume for 0', () => {
    expect(parse(`${HEADER}\n2024-01-02,1,3,0.5,2.5,`).bars.volume).toEqual([0]);
    expect(parse(`${HEADER}\n2024-01-02,1,3,0.5,2.5`).bars.volume).toEqual([0]);
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
  ])('leaves out the bad line %j and names it', (line, fault) => {
    const { bars, rejectedDates, rejectionNotes } = parse(fileOf(100, ['', line]));
    expect(bars.date).toHaveLength(100);
    expect(rejectedDates).toEqual([line.split(',')[0]]);
    expect(rejectionNotes).toEqual([`line 3: ${fault}.`]);
  });

  it('refuses a file of which more than a hundredth is bad', () => {
    const bad = ['2024-01-02,1,3,0.5,x,100', '2024-01-03,1,3,0.5,x,100'];
    expect(parse(fileOf(198, bad)).rejectedDates).toHaveLength(2);
    expect(() => parse(fileOf(197, bad))).toThrow(
      'AAPL.csv is refused: 2 of its 199 lines of prices are bad, the first of them line 2: the close is not a number.',
    );
  });

  it.each([
    ['', 'AAPL.csv holds no prices'],
    ['\n\n', 'AAPL.csv holds no prices'],
    [`${HEADER}\n`, 'AAPL.csv holds no prices'],
    ['date,open,high,low\n2024-01-02,1,3,0.5', 'AAPL.csv has no column close, volume in its first line'],
    ['2024-01-02,1,3,0.5,2.5,100\n2024-01-03,1,3,0.5,2.5,100', 'AAPL.csv has no column date'],
    ['date;open;high;low;close;volume\n2024-01-02;1;3;0.5;2.5;100', 'AAPL.csv has no column date'],
    [`${HEADER}\n2024-01-02,"1,3,0.5,2.5,100\n`, 'AAPL.csv cannot be read as CSV: Quote Not Closed'],
    ['<!doctype html>\n<title>Not found</title>', 'AAPL.csv has no column date'],
  ])('refuses %j', (text, sentence) => {
    expect(() => parse(text)).toThrow(sentence);
  });

  it('fails with bad_data and nothing else, whatever the text', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('2024-01-02', '1', '"', ',', '\n', '\r', HEADER));
    fc.assert(
      fc.property(fc.array(cell), fc.boolean(), (cells, hasHeader) => {
        try {
          parse((hasHeader ? `${HEADER}\n` : '') + cells.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(MarketDataError);
          expect(error).toMatchObject({ kind: 'bad_data' });
        }
      }),
    );
  });

  it('reads back the bars that were written', () => {
    const price = fc.double({ min: 0.01, max: 1e6, noNaN: true });
    const bar = fc.tuple(price, price, price, price, fc.nat()).map(([a, b, c, d, volume]) => {
      const [low = 0, open = 0, close = 0, high = 0] = [a, b, c, d].sort((left, right) => left - right);
      return { open, high, low, close, volume };
    });
    fc.assert(
      fc.property(fc.array(bar, { minLength: 1 }), (written) => {
        const lines = written.map(({ open, high, low, close, volume }, day) => {
          const date = new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10);
          return [date, open, high, low, close, volume].join();
        });
        const { bars } = parse([HEADER, ...lines].join('\r\n'));
        expect(bars.close).toEqual(written.map(({ close }) => close));
        expect(bars.volume).toEqual(written.map(({ volume }) => volume));
      }),
    );
  });
});
