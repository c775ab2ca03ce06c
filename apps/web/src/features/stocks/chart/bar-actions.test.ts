import { describe, expect, it } from 'vitest';
import { noBars } from '../../../components/chart/bar-columns.ts';
import { columnsOf } from '../../../testing/bar-columns.ts';
import { actionMarkers, actionsOfBars, presentKinds } from './bar-actions.ts';

const bars = columnsOf(
  ['2026-02-09', '2026-02-10', '2026-02-12'].map((date) => ({
    date,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
  })),
);
const dividend = (ex_date: string, amount = 0.26) => ({ ex_date, amount, currency: 'USD' });
const split = (ex_date: string) => ({ ex_date, numerator: 4, denominator: 1 });

describe('actionsOfBars', () => {
  it('names ratio and amount on the bar of the ex-date', () => {
    const actions = actionsOfBars(bars, {
      splits: [split('2026-02-10')],
      dividends: [dividend('2026-02-09', 0.000536), dividend('2026-02-10')],
    });
    expect([...actions.entries()].sort()).toEqual([
      [0, [{ kind: 'dividend', text: 'Dividend $0.000536' }]],
      [
        1,
        [
          { kind: 'split', text: 'Split 4:1' },
          { kind: 'dividend', text: 'Dividend $0.26' },
        ],
      ],
    ]);
  });

  it('assigns an action on a day without a bar to the next bar, with its date', () => {
    const actions = actionsOfBars(bars, { splits: [], dividends: [dividend('2026-02-11')] });
    expect([...actions]).toEqual([
      [2, [{ kind: 'dividend', text: 'Dividend $0.26 (ex-date Feb 11, 2026)' }]],
    ]);
  });

  it('leaves out actions before the first and after the last bar', () => {
    const dividends = [dividend('2026-02-06'), dividend('2026-02-13')];
    expect(actionsOfBars(bars, { splits: [], dividends }).size).toBe(0);
    expect(actionsOfBars(noBars, { splits: [], dividends }).size).toBe(0);
  });
});

it('marks each kind once on a bar, splits first', () => {
  const actions = actionsOfBars(bars, {
    splits: [split('2026-02-12')],
    dividends: [dividend('2026-02-10'), dividend('2026-02-10', 1), dividend('2026-02-12')],
  });
  const markers = actionMarkers(actions).map(({ bar, text }) => `${bar} ${text}`);
  expect(markers).toEqual(['2 S', '1 D', '2 D']);
  expect(presentKinds(actions).map(({ letter }) => letter)).toEqual(['S', 'D']);
});
