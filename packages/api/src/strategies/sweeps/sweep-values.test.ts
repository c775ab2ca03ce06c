import { readRule, sweepRows } from '@stockbook/rules';
import { expect, it } from 'vitest';
import { sweptStrategies } from './sweep-values.ts';

it('yields to the event loop while it writes the strategies of many rows', async () => {
  const { rule } = readRule('close > sma(50)');
  if (!rule) throw new Error('The rule is not valid');
  const limits = { stop_loss_percent: null, take_profit_percent: null, max_bars: null };
  const ranges = [{ numbers: ['entry[0]'], from: 2, to: 101, step: 1 }];
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const strategies = await sweptStrategies({ entry: rule, exit: null, limits }, ranges, sweepRows(ranges));
  clearImmediate(next);
  expect(strategies.map(({ entry }) => entry)).toEqual(
    Array.from({ length: 100 }, (_, row) => `close > sma(${row + 2})`),
  );
  expect(turns).toBeGreaterThanOrEqual(10);
});
