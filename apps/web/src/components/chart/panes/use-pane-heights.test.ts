import { expect, it } from 'vitest';
import { parsePaneHeights } from './use-pane-heights.ts';

it('restores stored heights within bounds', () => {
  expect(parsePaneHeights([265.5, 234.5, 130])).toEqual([265.5, 234.5, 130]);
  expect(parsePaneHeights([0, -5, 1e9])).toEqual([10, 10, 3000]);
});

it('restores the defaults instead of anything else', () => {
  for (const stored of [undefined, null, 350, 'high', { price: 350 }, [350, '150'], [350, null]]) {
    expect(parsePaneHeights(stored)).toEqual([]);
  }
});
