import { defineIndicator, type Indicator, period, real, realBounds } from '../indicator.ts';
import { seededEma } from '../talib/averages/exponential-averages.ts';
import { rollingMean } from '../talib/averages/rolling-mean.ts';
import { commodityChannelIndex } from '../talib/momentum/commodity-channel-index.ts';
import { macd } from '../talib/momentum/macd.ts';
import { relativeStrengthIndex } from '../talib/momentum/relative-strength-index.ts';
import { stochastic } from '../talib/momentum/stochastic.ts';
import { averageTrueRange } from '../talib/volatility/average-true-range.ts';
import { bollingerBands } from '../talib/volatility/bollinger-bands.ts';

/** The eight presets, first in the catalogue. Their values equal TA-Lib's at every bar. */
export const presets: readonly Indicator[] = [
  defineIndicator({
    function: 'SMA',
    name: 'Simple Moving Average',
    description: 'The mean of the last closing prices.',
    group: 'overlap',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    outputs: ['real'],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [rollingMean(close, timeperiod)],
  }),
  defineIndicator({
    function: 'EMA',
    name: 'Exponential Moving Average',
    description: 'Average of closing prices in which newer prices have more weight.',
    group: 'overlap',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    outputs: ['real'],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [seededEma(close, timeperiod)],
  }),
  defineIndicator({
    function: 'RSI',
    name: 'Relative Strength Index',
    description: 'Gains in percent of gains plus losses, from 0 (only losses) to 100 (only gains).',
    group: 'momentum',
    overlay: false,
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to average gains and losses over')],
    outputs: ['real'],
    unit: null,
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [relativeStrengthIndex(close, timeperiod, 0)],
  }),
  defineIndicator({
    function: 'MACD',
    name: 'Moving Average Convergence/Divergence',
    description:
      'Fast exponential average minus slow exponential average, with the average of this difference as signal line; with a signal period of 1 TA-Lib shifts its lines by one bar.',
    group: 'momentum',
    overlay: false,
    inputs: ['close'],
    parameters: [
      period('fastperiod', 12, 'Bars of the fast average'),
      period('slowperiod', 26, 'Bars of the slow average'),
      period('signalperiod', 9, 'Bars of the signal line', { min: 1 }),
    ],
    outputs: ['macd', 'macdsignal', 'macdhist'],
    unit: 'price',
    lookBack: ({ fastperiod, slowperiod, signalperiod }) =>
      Math.max(fastperiod, slowperiod) + signalperiod - 2,
    calculate: ({ close }, { fastperiod, slowperiod, signalperiod }) =>
      macd(close, fastperiod, slowperiod, signalperiod),
  }),
  defineIndicator({
    function: 'BBANDS',
    name: 'Bollinger Bands',
    description:
      'Simple average with one band above and one below it, at a distance in standard deviations; the distance is 0 while prices do not change (TA-Lib shows rounding errors); TA-Lib offers more kinds of average.',
    group: 'overlap',
    overlay: true,
    inputs: ['close'],
    parameters: [
      period('timeperiod', 20, 'Bars to average over'),
      real('nbdevup', 2, 'Distance of the upper band in standard deviations', realBounds),
      real('nbdevdn', 2, 'Distance of the lower band in standard deviations', realBounds),
    ],
    outputs: ['middleband', 'upperband', 'lowerband'],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod, nbdevup, nbdevdn }) =>
      bollingerBands(close, timeperiod, nbdevup, nbdevdn),
  }),
  defineIndicator({
    function: 'STOCH',
    name: 'Stochastic Oscillator',
    description:
      'Position of the close between the lowest low (0) and the highest high (100), smoothed twice; TA-Lib offers more kinds of average.',
    group: 'momentum',
    overlay: false,
    inputs: ['high', 'low', 'close'],
    parameters: [
      period('fastk_period', 5, 'Bars of the lowest low and the highest high', { min: 1 }),
      period('slowk_period', 3, 'Bars to smooth %K over', { min: 1 }),
      period('slowd_period', 3, 'Bars to smooth %K over to get %D', { min: 1 }),
    ],
    outputs: ['slowk', 'slowd'],
    unit: null,
    lookBack: ({ fastk_period, slowk_period, slowd_period }) =>
      fastk_period + slowk_period + slowd_period - 3,
    calculate: stochastic,
  }),
  defineIndicator({
    function: 'ATR',
    name: 'Average True Range',
    description: 'The average range of a bar, including the gap from the previous close.',
    group: 'volatility',
    overlay: false,
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 14, 'Bars to average over', { min: 1 })],
    outputs: ['real'],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [averageTrueRange(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'CCI',
    name: 'Commodity Channel Index',
    description:
      'Distance of the typical price from its average, relative to the mean deviation; 0 while prices do not change (TA-Lib shows rounding errors).',
    group: 'momentum',
    overlay: false,
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    outputs: ['real'],
    unit: null,
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: (bars, { timeperiod }) => [commodityChannelIndex(bars, timeperiod)],
  }),
];
