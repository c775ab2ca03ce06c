import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { backtestSummary, strategySweep } from '#testing/strategies.ts';
import type { SweepRow } from '../api/types.ts';
import { bestRow, ranksOf } from './sweep-ranks.ts';
import { SweepResult } from './sweep-result.tsx';

/** A row with these returns in the first and in the last part. */
function row(values: number[], first: number | null, last: number | null): SweepRow {
  const part = (return_percent: number | null) =>
    return_percent === null ? null : backtestSummary({ return_percent, sharpe_ratio: -return_percent });
  return { values, in_sample: part(first), out_of_sample: part(last) };
}

const rows = [row([10, 25], 5, 9), row([10, 30], 84, -6), row([20, 25], -3, 2), row([20, 30], null, 1)];

describe('ranks', () => {
  it('ranks the highest value 1, equal values equally, and nothing without a value', () => {
    const equal = [row([1], 5, 0), row([2], 7, 0), row([3], 5, 0), row([4], null, 0), row([5], 1, 0)];
    expect([...ranksOf(equal, 'in_sample', 'return_percent').values()]).toEqual([2, 1, 2, null, 4]);
  });

  it('takes the first of the best rows', () => {
    expect(bestRow(rows, 'in_sample', 'return_percent')).toBe(rows[1]);
    expect(bestRow([row([1], null, 1)], 'in_sample', 'return_percent')).toBeUndefined();
  });
});

describe('the result of a sweep', () => {
  const open = (sweep = strategySweep({ rows, split_date: '2021-01-04' })) =>
    render(<SweepResult sweep={sweep} labels={['timeperiod', 'level']} />);

  it('ranks the best combination of the first part in the last part', () => {
    open();
    expect(
      screen.getByText(
        'Best of the first part: timeperiod at 10, level at 30 with return +84.00%. In the last part, from Jan 4, 2021, it is number 4 of 4 with return −6.00%.',
      ),
    ).toBeTruthy();
  });

  it('has a heat map with the value of each combination in text', () => {
    open();
    const map = screen.getByRole('table', { name: 'Return by timeperiod and level' });
    const [, , first, second] = within(map).getAllByRole('row');
    expect(first?.textContent).toBe('10+5.00%+84.00% (best)');
    expect(second?.textContent).toBe('20−3.00%N/A');
    const cells = within(map).getAllByRole('cell').slice(1);
    expect(new Set(cells.map((cell) => cell.style.backgroundColor)).size).toBeGreaterThan(2);
  });

  it('describes the combination of a chosen cell', () => {
    open();
    const best = screen.getByRole('button', { name: /^\+84\.00%/ });
    expect(best.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: '−3.00%' }));
    expect(best.getAttribute('aria-pressed')).toBe('false');
    expect(screen.getByRole('status').textContent).toBe(
      'Chosen: timeperiod at 20, level at 25 with return −3.00%. In the last part, from Jan 4, 2021, it is number 2 of 4 with return +2.00%.',
    );
  });

  it('compares by another statistic', () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Sharpe ratio' }));
    expect(
      screen.getByText(/^Best of the first part: timeperiod at 20, level at 25 with Sharpe ratio 3\.00/),
    ).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Sharpe ratio by timeperiod and level' })).toBeTruthy();
  });

  it('says if no last part was kept, or the last part has no value', () => {
    const { unmount } = open(
      strategySweep({ rows: [row([10, 30], 84, null)], split_date: null, out_of_sample_percent: 0 }),
    );
    expect(screen.getByText(/No last part was kept out of the search\.$/)).toBeTruthy();
    expect(screen.queryByText('Last part: rank')).toBeNull();
    unmount();
    open(strategySweep({ rows: [row([10, 30], 84, null)], split_date: '2021-01-04' }));
    expect(screen.getByText(/In the last part it has no value\.$/)).toBeTruthy();
  });

  it('shows one parameter as one column', () => {
    render(
      <SweepResult
        sweep={strategySweep({ rows: [row([10], 5, 1), row([20], 7, 2)], split_date: '2021-01-04' })}
        labels={['timeperiod']}
      />,
    );
    const map = screen.getByRole('table', { name: 'Return by timeperiod' });
    expect(
      within(map)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['timeperiodReturn', '10+5.00%', '20+7.00% (best)']);
  });
});
