import { describe, expect, it } from 'vitest';
import { noBars } from '#components/chart/bar-columns.ts';
import { columnsOf } from '#testing/bar-columns.ts';
import { actionMarkers, actionsOfBars, type BarActions, presentKinds } from './bar-actions.ts';

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
    const actions = actionsOfBars(bars, 'daily', {
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

  it('names the dividend of a stock in per cent of its nominal value in per cent', () => {
    const actions = actionsOfBars(
      bars,
      'daily',
      { splits: [], dividends: [dividend('2026-02-10', 2.5)] },
      'percent',
    );
    expect([...actions]).toEqual([[1, [{ kind: 'dividend', text: 'Dividend 2.50%' }]]]);
  });

  it('assigns an action on a day without a bar to the next bar, with its date', () => {
    const actions = actionsOfBars(bars, 'daily', { splits: [], dividends: [dividend('2026-02-11')] });
    expect([...actions]).toEqual([
      [2, [{ kind: 'dividend', text: 'Dividend $0.26 (ex-date Feb 11, 2026)' }]],
    ]);
  });

  it('leaves out actions before the first and after the last bar', () => {
    const dividends = [dividend('2026-02-06'), dividend('2026-02-13')];
    expect(actionsOfBars(bars, 'daily', { splits: [], dividends }).size).toBe(0);
    expect(actionsOfBars(noBars, 'daily', { splits: [], dividends }).size).toBe(0);
  });
});

describe('actionsOfBars of longer intervals', () => {
  const barsOn = (...dates: string[]) =>
    columnsOf(dates.map((date) => ({ date, open: 1, high: 1, low: 1, close: 1, volume: 1 })));
  // The first trading days of three months, and of weeks that begin on Mondays.
  const months = barsOn('2026-01-02', '2026-02-02', '2026-03-02');
  const weeks = barsOn('2026-02-09', '2026-02-17', '2026-02-23');
  const textsOf = (actions: BarActions) =>
    [...actions].map(([index, ofBar]) => [index, ...ofBar.map(({ text }) => text)]);

  it('assigns an action to the bar of its month', () => {
    const dividends = ['2026-01-30', '2026-02-02', '2026-03-31', '2026-04-01'].map((date) => dividend(date));
    expect(textsOf(actionsOfBars(months, 'monthly', { splits: [split('2026-02-27')], dividends }))).toEqual([
      [1, 'Split 4:1 (ex-date Feb 27, 2026)', 'Dividend $0.26'],
      [0, 'Dividend $0.26 (ex-date Jan 30, 2026)'],
      [2, 'Dividend $0.26 (ex-date Mar 31, 2026)'],
    ]);
  });

  it('assigns an action to the bar of its week, which may begin with a holiday', () => {
    const dividends = ['2026-02-15', '2026-02-16', '2026-02-27'].map((date) => dividend(date));
    expect(textsOf(actionsOfBars(weeks, 'weekly', { splits: [], dividends }))).toEqual([
      [0, 'Dividend $0.26 (ex-date Feb 15, 2026)'],
      [1, 'Dividend $0.26 (ex-date Feb 16, 2026)'],
      [2, 'Dividend $0.26 (ex-date Feb 27, 2026)'],
    ]);
  });

  it('counts and adds up the dividends of a bar, by currency', () => {
    const dividends = [
      dividend('2026-02-05', 0.1),
      dividend('2026-02-12', 0.2),
      { ...dividend('2026-02-19', 5), currency: 'EUR' },
      dividend('2026-03-05', 1.5),
    ];
    expect(textsOf(actionsOfBars(months, 'monthly', { splits: [], dividends }))).toEqual([
      [1, '2 dividends, $0.30 in total', 'Dividend €5.00 (ex-date Feb 19, 2026)'],
      [2, 'Dividend $1.50 (ex-date Mar 5, 2026)'],
    ]);
  });
});

it('marks each kind once on a bar, splits first', () => {
  const actions = actionsOfBars(bars, 'daily', {
    splits: [split('2026-02-12')],
    dividends: [dividend('2026-02-10'), dividend('2026-02-10', 1), dividend('2026-02-12')],
  });
  const markers = (['split', 'dividend'] as const)
    .flatMap((kind) => actionMarkers(actions, kind))
    .map(({ bar, text }) => `${bar} ${text}`);
  expect(markers).toEqual(['2 S', '1 D', '2 D']);
  expect(presentKinds(actions).map(({ letter }) => letter)).toEqual(['S', 'D']);
});
