import { defineIndicator, type Indicator, period, real, realBounds } from '../indicator.ts';
import { seededEma } from '../talib/averages/exponential-averages.ts';
import { rollingMean } from '../talib/averages/rolling-mean.ts';
import { commodityChannelIndex } from '../talib/momentum/commodity-channel-index.ts';
import { macd } from '../talib/momentum/macd.ts';
import { relativeStrengthIndex } from '../talib/momentum/relative-strength-index.ts';
import { averageTrueRange } from '../talib/volatility/average-true-range.ts';
import { bollingerBands } from '../talib/volatility/bollinger-bands.ts';
import { callTulind } from '../tulind/tulind.ts';

/** The eight indicators that people are offered first, equal to TA-Lib's at every bar. */
export const presets: readonly Indicator[] = [
  defineIndicator({
    function: 'SMA',
    name: 'Simple Moving Average',
    description: 'The mean of the last closing prices.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [rollingMean(close, timeperiod)],
  }),
  defineIndicator({
    function: 'EMA',
    name: 'Exponential Moving Average',
    description: 'An average of closing prices in which newer ones weigh more.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [seededEma(close, timeperiod)],
  }),
  defineIndicator({
    function: 'RSI',
    name: 'Relative Strength Index',
    description: 'The share of gains in all price moves, from 0 (only losses) to 100 (only gains).',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars to average gains and losses over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [relativeStrengthIndex(close, timeperiod, 0)],
  }),
  defineIndicator({
    function: 'MACD',
    name: 'Moving Average Convergence/Divergence',
    description:
      'The distance of a fast exponential average from a slow one, with a signal line that follows it; TA-Lib shifts its lines by a bar where the signal line has one.',
    group: 'momentum',
    overlay: false,
    parameters: [
      period('fastperiod', 12, 'Bars of the fast average'),
      period('slowperiod', 26, 'Bars of the slow average'),
      period('signalperiod', 9, 'Bars of the signal line', { min: 1 }),
    ],
    outputs: ['macd', 'macdsignal', 'macdhist'],
    lookback: ({ fastperiod, slowperiod, signalperiod }) =>
      Math.max(fastperiod, slowperiod) + signalperiod - 2,
    calculate: ({ close }, { fastperiod, slowperiod, signalperiod }) =>
      macd(close, fastperiod, slowperiod, signalperiod),
  }),
  defineIndicator({
    function: 'BBANDS',
    name: 'Bollinger Bands',
    description:
      'A simple average with a band of so many standard deviations above and below it, of no width while prices stand still, where TA-Lib shows rounding noise; TA-Lib offers more kinds of average.',
    group: 'overlap',
    overlay: true,
    parameters: [
      period('timeperiod', 20, 'Bars to average over'),
      real('nbdevup', 2, 'Standard deviations up to the upper band', realBounds),
      real('nbdevdn', 2, 'Standard deviations down to the lower band', realBounds),
    ],
    outputs: ['middleband', 'upperband', 'lowerband'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod, nbdevup, nbdevdn }) =>
      bollingerBands(close, timeperiod, nbdevup, nbdevdn),
  }),
  defineIndicator({
    function: 'STOCH',
    name: 'Stochastic Oscillator',
    description:
      'Where the close lies between the lowest low (0) and the highest high (100), smoothed twice; TA-Lib offers more kinds of average.',
    group: 'momentum',
    overlay: false,
    parameters: [
      period('fastk_period', 5, 'Bars of the lowest low and the highest high', { min: 1 }),
      period('slowk_period', 3, 'Bars that %K is smoothed over', { min: 1 }),
      period('slowd_period', 3, 'Bars that %D smooths %K over', { min: 1 }),
    ],
    outputs: ['slowk', 'slowd'],
    lookback: ({ fastk_period, slowk_period, slowd_period }) =>
      fastk_period + slowk_period + slowd_period - 3,
    calculate: ({ high, low, close }, { fastk_period, slowk_period, slowd_period }) =>
      callTulind('stoch', [high, low, close], [fastk_period, slowk_period, slowd_period]),
  }),
  defineIndicator({
    function: 'ATR',
    name: 'Average True Range',
    description: 'How far prices move within a bar, gaps to the bar before included.',
    group: 'volatility',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars to average over', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [averageTrueRange(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'CCI',
    name: 'Commodity Channel Index',
    description:
      'How unusually far the typical price is from its average; 0 while prices stand still, where TA-Lib shows rounding noise.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: (bars, { timeperiod }) => [commodityChannelIndex(bars, timeperiod)],
  }),
];
