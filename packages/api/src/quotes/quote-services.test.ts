import { minuteMs } from '@stockbook/common/durations';
import { describe, expect, it } from 'vitest';
import { createQuoteServices, shortestInterval } from './quote-services.ts';

const create = () => createQuoteServices({ isOn: true, intervalS: null, maxSymbols: 2_000, providers: [] });

const now = new Date('2026-11-20T15:00:00Z');
const until = new Date(now.getTime() + 150_000);
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

it('takes the shortest interval of the sources that have quotes, else that of the usual one', () => {
  const quotes = async () => Promise.reject(new Error('no call is expected'));
  const source = { name: 'Source', maxInstruments: 100, quotes };
  const settings = {
    intervalS: null,
    providers: [
      { ...source, source: 'yahoo', intervalS: 60 },
      { ...source, source: 'eodhd', intervalS: 300 },
    ],
  } as const;
  expect(shortestInterval(settings, ['eodhd', 'own', 'csv'])).toBe(300);
  expect(shortestInterval(settings, ['eodhd', null])).toBe(60);
  expect(shortestInterval(settings, ['own'])).toBe(60);
  expect(shortestInterval({ ...settings, intervalS: 120 }, ['eodhd'])).toBe(120);
});

describe('QuoteReaders', () => {
  it('admits 200 stocks of a user at a time, until others are wanted no longer', () => {
    const { readers } = create();
    expect(readers.admit('user', idsFrom(1, 150), now, until)).toEqual(idsFrom(1, 150));
    expect(readers.admit('user', idsFrom(101, 150), now, until)).toEqual(idsFrom(101, 100));
    expect(readers.admit('user', [201], now, until)).toEqual([]);
    expect(readers.admit('another', [201], now, until)).toEqual([201]);
    expect(readers.admit('user', [201], until, until)).toEqual([201]);
  });

  it('lets a process request one fetch out of turn in five seconds', () => {
    const { readers } = create();
    const mayFetchAfter = (ms: number) => readers.mayFetch(new Date(now.getTime() + ms));
    expect([0, 1, 4_999, 5_000, 9_999, 10_000].map(mayFetchAfter)).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });
});

describe('DelayMeter', () => {
  it('takes the smallest age of ten rounds to the nearest 5 minutes, and none before three', () => {
    const { delays } = create();
    const measure = (...minutes: number[]) => {
      const ages = minutes.map((age) => age * minuteMs);
      delays.addRound('.OL', ages);
      return delays.delayOf('.OL');
    };
    expect([measure(40, 17), measure(16.2), measure(25)]).toEqual([null, null, 15]);
    expect(measure(11)).toBe(10);
    for (let round = 0; round < 9; round += 1) expect(measure(17.6)).toBe(10);
    expect(measure(17.6)).toBe(20);
  });

  it('knows no delay when no stock has traded on the last day', () => {
    const { delays } = create();
    for (let round = 0; round < 3; round += 1) delays.addRound('.OL', [25 * 60 * minuteMs]);
    expect(delays.delayOf('.OL')).toBeNull();
  });
});
