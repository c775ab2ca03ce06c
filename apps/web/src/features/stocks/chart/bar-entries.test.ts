import { expect, it } from 'vitest';
import { columnsOf } from '#testing/bar-columns.ts';
import { entriesOfBars, entryLines, entryMarkers } from './bar-entries.ts';

const barsOn = (...dates: string[]) =>
  columnsOf(dates.map((date) => ({ date, open: 1, high: 1, low: 1, close: 1, volume: 1 })));
const entry = (day: string, text = 'Why') => ({ id: day, day, text });

it('assigns entries to the bars of their days, those after the last bar to it, and leaves out earlier ones', () => {
  const entries = ['2026-02-07', '2026-02-09', '2026-02-10', '2026-02-14'].map((day) => entry(day));
  const ofBars = entriesOfBars(barsOn('2026-02-09', '2026-02-10'), 'daily', entries);
  expect([...ofBars].map(([bar, ofBar]) => [bar, ofBar.map(({ day }) => day)])).toEqual([
    [0, ['2026-02-09']],
    [1, ['2026-02-10', '2026-02-14']],
  ]);
  const opened: string[][] = [];
  const markers = entryMarkers(ofBars, (ofBar) => opened.push(ofBar.map(({ day }) => day)));
  expect(markers).toMatchObject([
    { bar: 0, position: 'lane' },
    { bar: 1, position: 'lane' },
  ]);
  markers[1]?.onOpen?.();
  expect(opened).toEqual([['2026-02-10', '2026-02-14']]);
});

it('writes a text in one line, and cuts a long one', () => {
  expect(entryLines([entry('2026-02-09', ' First\n\nsecond ')])).toEqual(['First second']);
  expect(entryLines([entry('2026-02-09', 'x'.repeat(121))])).toEqual([`${'x'.repeat(120)}…`]);
  expect(entryLines(undefined)).toEqual([]);
});
