import { expect, it } from 'vitest';
import { type ChartMarker, spaced } from './marker-drawing.ts';

const looks = {
  S: { text: 'S', shape: 'square', color: 'warn' },
  D: { text: 'D', shape: 'circle', color: 'muted' },
  signal: { text: '', shape: 'arrowUp', color: 'line' },
} as const;

const marker = (bar: number, kind: keyof typeof looks): ChartMarker => ({
  bar,
  position: 'lane',
  ...looks[kind],
});

it('leaves out markers without room, those later in the list first', () => {
  const split = marker(10, 'S');
  const dividends = [0, 4, 8, 12, 16, 20].map((bar) => marker(bar, 'D'));
  const shown = [...spaced([split, ...dividends], 5)];
  expect(shown.map(({ bar, text }) => `${text}${bar}`)).toEqual(['S10', 'D0', 'D16']);
});

it('needs less room for markers without a text', () => {
  const markers = [
    marker(0, 'signal'),
    marker(1, 'signal'),
    marker(2, 'signal'),
    marker(3, 'D'),
    marker(4, 'D'),
  ];
  expect([...spaced(markers, 5)].map(({ bar }) => bar)).toEqual([0, 2, 4]);
});

it('shows all markers that have room', () => {
  const markers = [0, 5, 10].map((bar) => marker(bar, 'D'));
  expect([...spaced(markers, 5)]).toEqual(markers);
});
