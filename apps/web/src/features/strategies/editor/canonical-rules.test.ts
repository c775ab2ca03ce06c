import { expect, it } from 'vitest';
import { catalogue } from '#testing/catalogue.ts';
import type { RunnableRules } from '../runnable-rules.ts';
import { isSameRules } from './canonical-rules.ts';

const rules: RunnableRules = {
  format: 'stockbook/1',
  entry: 'RSI() > 70',
  exit: null,
  stop_loss_percent: 8,
  take_profit_percent: null,
  max_bars: null,
  scope: { watch_list: true },
};

it('ignores the spelling of rules', () => {
  expect(isSameRules(rules, { ...rules, entry: 'rsi(14) > 70' }, catalogue)).toBe(true);
});

it.each<Partial<RunnableRules>>([
  { entry: 'rsi(15) > 70' },
  { exit: 'close > open' },
  { stop_loss_percent: 9 },
  { max_bars: 5 },
  { scope: { favorites: true } },
  { scope: { symbols: ['AAPL'] } },
])('finds the change %j', (change) => {
  expect(isSameRules(rules, { ...rules, ...change }, catalogue)).toBe(false);
});

it('compares rules that cannot be read by their text', () => {
  const broken = { ...rules, entry: 'rsi(14' };
  expect(isSameRules(broken, broken, catalogue)).toBe(true);
  expect(isSameRules(broken, rules, catalogue)).toBe(false);
});
