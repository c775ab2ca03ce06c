import { expect, it } from 'vitest';
import { type ChartMarker, spaced } from './marker-drawing.ts';

const marker = (bar: number, text: 'S' | 'D'): ChartMarker => ({
  bar,
  text,
  position: 'bottom',
  shape: text === 'S' ? 'square' : 'circle',
  color: text === 'S' ? 'warn' : 'muted',
});

it('leaves out markers without room, those later in the list first', () => {
  const split = marker(10, 'S');
  const dividends = [0, 4, 8, 12, 16, 20].map((bar) => marker(bar, 'D'));
  const shown = [...spaced([split, ...dividends], 5)];
  expect(shown.map(({ bar, text }) => `${text}${bar}`)).toEqual(['S10', 'D0', 'D16']);
});

it('shows all markers that have room', () => {
  const markers = [0, 5, 10].map((bar) => marker(bar, 'D'));
  expect([...spaced(markers, 5)]).toEqual(markers);
});
