import { expect, it } from 'vitest';
import { comparedRows } from './equity-rows.ts';

const drawdowns = (rows: Parameters<typeof comparedRows>[0]) =>
  comparedRows(rows).map(({ drawdown }) => drawdown);

const rowsOf = (...equities: number[]) =>
  equities.map((equity, index) => ({ date: `2026-01-0${index + 1}`, equity, buy_and_hold: 1 }));

it('measures the drawdown from the highest equity so far', () => {
  expect(drawdowns(rowsOf(100, 80, 200, 150, 0))).toEqual([0, expect.closeTo(-20), 0, -25, -100]);
});

it('finds no drawdown without rows, and while the equity is 0 from the start', () => {
  expect(drawdowns([])).toEqual([]);
  expect(drawdowns(rowsOf(0, 0))).toEqual([0, 0]);
});
