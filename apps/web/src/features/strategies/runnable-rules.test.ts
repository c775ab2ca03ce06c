import { describe, expect, it } from 'vitest';
import { describeLimits, describeScope, isNewerFormat, readRunnableRules } from './runnable-rules.ts';

describe('readRunnableRules', () => {
  it('fills absent fields with null and the whole watch list', () => {
    expect(readRunnableRules({ format: 'stockbook/1', entry: 'close > open', max_bars: 5 })).toEqual({
      format: 'stockbook/1',
      entry: 'close > open',
      exit: null,
      stop_loss_percent: null,
      take_profit_percent: null,
      max_bars: 5,
      scope: { watch_list: true },
    });
  });

  it('reads no rules without the format, nor of a later one', () => {
    expect(readRunnableRules({ entry: { indicator: 'RSI', below: 30 } })).toBeNull();
    expect(readRunnableRules({ entry: 'close > open', max_bars: 5 })).toBeNull();
    expect(readRunnableRules({ format: 'stockbook/2', entry: 'close > open' })).toBeNull();
  });

  it.each([
    [{ favorites: true }, 'Favorites'],
    [{ watch_list: true }, 'Whole watch list'],
    [{ symbols: ['AAPL', 'MSFT'] }, 'AAPL, MSFT'],
  ])('reads the scope %j', (scope, words) => {
    const rules = readRunnableRules({ format: 'stockbook/1', entry: 'close > open', scope });
    expect(rules?.scope).toEqual(scope);
    expect(rules && describeScope(rules.scope)).toBe(words);
  });
});

it('tells a newer format from a free form', () => {
  expect(isNewerFormat({ format: 'stockbook/2' })).toBe(true);
  expect(isNewerFormat({ format: 'stockbook/10', entry: 1 })).toBe(true);
  expect(isNewerFormat({ format: 'stockbook/1' })).toBe(false);
  expect(isNewerFormat({ format: 'my own' })).toBe(false);
  expect(isNewerFormat({})).toBe(false);
});

it('describes the exits besides the rule', () => {
  const rules = readRunnableRules({
    format: 'stockbook/1',
    entry: 'close > open',
    stop_loss_percent: 8,
    take_profit_percent: 20.5,
    max_bars: 1,
  });
  expect(rules && describeLimits(rules)).toEqual(['stop-loss 8%', 'take-profit 20.5%', 'after 1 bar']);
});
