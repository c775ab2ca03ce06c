import type { RunnableRules } from './runnable-rules.ts';

export interface StrategyExample {
  readonly name: string;
  readonly rules: RunnableRules;
}

const noLimits = { stop_loss_percent: null, take_profit_percent: null, max_bars: null } as const;
const wholeList = { watch_list: true } as const;

/** Well-known patterns to start from, with their usual numbers. */
export const examples: readonly StrategyExample[] = [
  {
    name: 'Moving-average cross',
    rules: {
      format: 'stockbook/1',
      entry: 'sma(50) crosses above sma(200)',
      exit: 'sma(50) crosses below sma(200)',
      ...noLimits,
      scope: wholeList,
    },
  },
  {
    name: 'RSI reversal',
    rules: {
      format: 'stockbook/1',
      entry: 'rsi(14) crosses above 30',
      exit: 'rsi(14) crosses above 70',
      ...noLimits,
      stop_loss_percent: 8,
      max_bars: 60,
      scope: wholeList,
    },
  },
  {
    name: 'Breakout',
    rules: {
      format: 'stockbook/1',
      entry: 'high > max(high, 55)[1]',
      exit: 'low < min(low, 20)[1]',
      ...noLimits,
      scope: wholeList,
    },
  },
  {
    name: 'Bollinger squeeze',
    rules: {
      format: 'stockbook/1',
      entry:
        'bbands(20, 2, 2).upperband - bbands(20, 2, 2).lowerband < 0.1 * close and close > bbands(20, 2, 2).upperband',
      exit: 'close < bbands(20, 2, 2).middleband',
      ...noLimits,
      scope: wholeList,
    },
  },
];
