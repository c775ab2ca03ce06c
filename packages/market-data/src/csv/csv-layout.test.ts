import { describe, expect, it } from 'vitest';
import { parseCsvBars } from './parse-csv-bars.ts';

const parse = (...lines: string[]) => parseCsvBars(lines.join('\r\n'), 'AAPL.csv', '2026-11-21');

const threeDays = {
  date: ['2024-01-31', '2024-02-01', '2024-02-02'],
  open: [187.04, 183.985, 1179.86],
  high: [187.1, 186.95, 1187.33],
  low: [184.35, 183.82, 1179.25],
  close: [184.4, 186.86, 1185.85],
  volume: [55_470_000, 64_890, 0],
};

describe('files of other sources', () => {
  it("reads Stooq's bulk files", () => {
    const { bars, rejectedDates } = parse(
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
      'AAPL.US,D,20240131,000000,187.04,187.1,184.35,184.4,55470000,0',
      'AAPL.US,D,20240201,000000,183.985,186.95,183.82,186.86,64890,0',
      'AAPL.US,D,20240202,000000,1179.86,1187.33,1179.25,1185.85,0,0',
    );
    expect({ bars, rejectedDates }).toEqual({ bars: threeDays, rejectedDates: [] });
  });

  it("rejects Stooq's bars of minutes and hours", () => {
    expect(() =>
      parse(
        '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
        'AAPL.US,60,20240131,160000,187.04,187.1,184.35,184.4,55470000,0',
      ),
    ).toThrow('first line 2: the period is not D, a day.');
  });

  it("reads Stooq's and Yahoo's downloads, without lines of nulls", () => {
    const rows = ['2024-01-31,187.04,187.1,184.35,184.4', '2024-02-01,183.985,186.95,183.82,186.86'];
    const last = '2024-02-02,1179.86,1187.33,1179.25,1185.85';
    const stooq = parse(
      'Date,Open,High,Low,Close,Volume',
      `${rows[0]},55470000`,
      `${rows[1]},64890`,
      `${last},0`,
    );
    const yahoo = parse(
      'Date,Open,High,Low,Close,Adj Close,Volume',
      '2024-01-30,null,null,null,null,null,null',
      `${rows[0]},183.1,55470000`,
      `${rows[1]},185.2,64890`,
      `${last},1182.1,0`,
    );
    for (const { bars, rejectedDates } of [stooq, yahoo]) {
      expect({ bars, rejectedDates }).toEqual({ bars: threeDays, rejectedDates: [] });
    }
  });

  it.each([
    ['with digits', ['02/02/2024', '02/01/2024', '01/31/2024']],
    ['with names of months', ['Feb 02, 2024', 'Feb 01, 2024', 'Jan 31, 2024']],
  ])("reads Investing.com's files with dates %s, the newest first", (_, [last, middle, first]) => {
    const { bars, rejectedDates } = parse(
      '\uFEFF"Date","Price","Open","High","Low","Vol.","Change %"',
      `"${last}","1,185.85","1,179.86","1,187.33","1,179.25","","-0.54%"`,
      `"${middle}","186.86","183.985","186.95","183.82","64.89K","1.33%"`,
      `"${first}","184.40","187.04","187.10","184.35","55.47M","-1.94%"`,
    );
    expect({ bars, rejectedDates }).toEqual({ bars: threeDays, rejectedDates: [] });
  });

  it.each([
    ['1.25B', 1_250_000_000],
    ['-', 0],
  ])('reads the volume %s of Investing.com', (volume, expected) => {
    const line = `"01/31/2024","184.40","187.04","187.10","184.35","${volume}","-1.94%"`;
    const { bars } = parse('"Date","Price","Open","High","Low","Vol.","Change %"', line);
    expect(bars.volume).toEqual([expected]);
  });

  it('names the form of the date that a source writes', () => {
    const header = 'Date,Price,Open,High,Low,Vol.,Change %';
    expect(() => parse(header, '31.01.2024,1,1,1,1,1,0%')).toThrow(
      'first line 2: the date is not a day written MM/DD/YYYY.',
    );
    expect(() => parse(header, '31/01/2024,1,1,1,1,1,0%')).toThrow('written MM/DD/YYYY');
  });
});
