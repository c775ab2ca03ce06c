import { expect, it } from 'vitest';
import { tradeDates } from './stock-view.tsx';

it('opens the chart with both ends of a trade in view, and that of an open trade up to the end of the run', () => {
  expect(tradeDates({ entry_date: '2026-03-01', exit_date: '2026-03-11' }, '2026-11-20')).toEqual({
    from: '2026-02-09',
    to: '2026-03-31',
  });
  expect(tradeDates({ entry_date: '2026-03-01', exit_date: null }, '2026-06-09')).toEqual({
    from: '2026-01-10',
    to: '2026-07-29',
  });
});
