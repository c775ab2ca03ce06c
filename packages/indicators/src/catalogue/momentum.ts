import { type Indicator, indicatorsOf, period } from '../indicator.ts';
import { trix } from '../talib/averages/exponential-averages.ts';
import { commodityChannelIndex } from '../talib/momentum/commodity-channel-index.ts';
import { macd } from '../talib/momentum/macd.ts';
import { moneyFlowIndex } from '../talib/momentum/money-flow-index.ts';
import { absolutePriceOscillator, percentagePriceOscillator } from '../talib/momentum/price-oscillator.ts';
import { relativeStrengthIndex } from '../talib/momentum/relative-strength-index.ts';
import { stochastic } from '../talib/momentum/stochastic.ts';
import { stochasticRsi } from '../talib/momentum/stochastic-rsi.ts';
import { ultimateOscillator } from '../talib/momentum/ultimate-oscillator.ts';
import { callTulind, nonFiniteToZero } from '../tulind/tulind.ts';

const oscillatorParameters = [
  period('fastperiod', 12, 'Bars of the fast average'),
  period('slowperiod', 26, 'Bars of the slow average'),
  period('matype', 0, 'Kind of average: 0 simple (the default of TA-Lib), 1 exponential', {
    min: 0,
    max: 1,
  }),
] as const;

const define = indicatorsOf('momentum');

/** Oscillators that measure the speed and the direction of price changes. */
export const momentum: readonly Indicator[] = [
  define({
    function: 'RSI',
    name: 'Relative Strength Index',
    description: 'Gains in percent of gains plus losses, from 0 (only losses) to 100 (only gains).',
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to average gains and losses over')],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [relativeStrengthIndex(close, timeperiod, 0)],
  }),
  define({
    function: 'MACD',
    name: 'Moving Average Convergence/Divergence',
    description:
      'Fast exponential average minus slow exponential average, with the average of this difference as signal line; with a signal period of 1 TA-Lib shifts its lines by one bar.',
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
  define({
    function: 'STOCH',
    name: 'Stochastic Oscillator',
    description:
      'Position of the close between the lowest low (0) and the highest high (100), smoothed twice; TA-Lib offers more kinds of average.',
    inputs: ['high', 'low', 'close'],
    parameters: [
      period('fastk_period', 5, 'Bars of the lowest low and the highest high', { min: 1 }),
      period('slowk_period', 3, 'Bars to smooth %K over', { min: 1 }),
      period('slowd_period', 3, 'Bars to smooth %K over to get %D', { min: 1 }),
    ],
    outputs: ['slowk', 'slowd'],
    lookBack: ({ fastk_period, slowk_period, slowd_period }) =>
      fastk_period + slowk_period + slowd_period - 3,
    calculate: stochastic,
  }),
  define({
    function: 'CCI',
    name: 'Commodity Channel Index',
    description:
      'Distance of the typical price from its average, relative to the mean deviation; 0 while prices do not change (TA-Lib shows rounding errors).',
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: (bars, { timeperiod }) => [commodityChannelIndex(bars, timeperiod)],
  }),
  define({
    function: 'APO',
    name: 'Absolute Price Oscillator',
    description: 'Fast average minus slow average; TA-Lib offers more kinds of average.',
    inputs: ['close'],
    parameters: oscillatorParameters,
    unit: 'price',
    lookBack: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ close }, parameters) => [absolutePriceOscillator(close, parameters)],
  }),
  define({
    function: 'PPO',
    name: 'Percentage Price Oscillator',
    description:
      'Fast average minus slow average, in percent of the slow average; TA-Lib offers more kinds of average.',
    inputs: ['close'],
    parameters: oscillatorParameters,
    lookBack: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ close }, parameters) => [percentagePriceOscillator(close, parameters)],
  }),
  define({
    function: 'MOM',
    name: 'Momentum',
    description: 'The close minus the close of timeperiod bars ago.',
    inputs: ['close'],
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => callTulind('mom', [close], [timeperiod]),
  }),
  define({
    function: 'ROC',
    name: 'Rate of Change',
    description: 'The change of the close over timeperiod bars, in percent.',
    inputs: ['close'],
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    lookBack: ({ timeperiod }) => timeperiod,
    // TA-Lib's order of operations: rules compare the result with round numbers.
    calculate: ({ close }, { timeperiod }) =>
      nonFiniteToZero(
        callTulind('rocr', [close], [timeperiod]).map((line) => line.map((ratio) => (ratio - 1) * 100)),
      ),
  }),
  define({
    function: 'ROCP',
    name: 'Rate of Change Fraction',
    description: 'The change of the close over timeperiod bars, as a fraction of the older close.',
    inputs: ['close'],
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => nonFiniteToZero(callTulind('roc', [close], [timeperiod])),
  }),
  define({
    function: 'ROCR',
    name: 'Rate of Change Ratio',
    description: 'The close divided by the close of timeperiod bars ago.',
    inputs: ['close'],
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => nonFiniteToZero(callTulind('rocr', [close], [timeperiod])),
  }),
  define({
    function: 'CMO',
    name: 'Chande Momentum Oscillator',
    description:
      "Gains minus losses in percent of gains plus losses, averaged by Wilder's method as in TA-Lib.",
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to average gains and losses over')],
    lookBack: ({ timeperiod }) => timeperiod,
    // CMO = 2 × RSI − 100. Without any change the CMO is 0, hence an RSI of 50.
    calculate: ({ close }, { timeperiod }) => [
      relativeStrengthIndex(close, timeperiod, 50).map((rsi) => 2 * rsi - 100),
    ],
  }),
  define({
    function: 'STOCHRSI',
    name: 'Stochastic RSI',
    description:
      'Position of the RSI between its lowest (0) and its highest value (100); 0 while prices do not change (TA-Lib shows rounding errors); TA-Lib offers more kinds of average.',
    inputs: ['close'],
    parameters: [
      period('timeperiod', 14, 'Bars of the RSI'),
      period('fastk_period', 5, 'Bars of the lowest and the highest RSI', { min: 1 }),
      period('fastd_period', 3, 'Bars to smooth %K over to get %D', { min: 1 }),
    ],
    outputs: ['fastk', 'fastd'],
    lookBack: ({ timeperiod, fastk_period, fastd_period }) => timeperiod + fastk_period + fastd_period - 2,
    calculate: ({ close }, { timeperiod, fastk_period, fastd_period }) =>
      stochasticRsi(close, timeperiod, fastk_period, fastd_period),
  }),
  define({
    function: 'WILLR',
    name: 'Williams %R',
    description: 'Position of the close between the highest high (0) and the lowest low (−100).',
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 14, 'Bars of the lowest low and the highest high')],
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ high, low, close }, { timeperiod }) =>
      callTulind('willr', [high, low, close], [timeperiod]),
  }),
  define({
    function: 'ULTOSC',
    name: 'Ultimate Oscillator',
    description:
      'Buying pressure over three periods, in percent of the true range, with more weight on shorter periods; with three periods of 1 TA-Lib reads a price before the first bar.',
    inputs: ['high', 'low', 'close'],
    parameters: [
      period('timeperiod1', 7, 'Bars of the first period', { min: 1 }),
      period('timeperiod2', 14, 'Bars of the second period', { min: 1 }),
      period('timeperiod3', 28, 'Bars of the third period', { min: 1 }),
    ],
    lookBack: ({ timeperiod1, timeperiod2, timeperiod3 }) => Math.max(timeperiod1, timeperiod2, timeperiod3),
    calculate: (bars, { timeperiod1, timeperiod2, timeperiod3 }) => [
      ultimateOscillator(bars, [timeperiod1, timeperiod2, timeperiod3]),
    ],
  }),
  define({
    function: 'MFI',
    name: 'Money Flow Index',
    description: 'Money flow of rising bars in percent of the money flow of rising and falling bars.',
    inputs: ['high', 'low', 'close', 'volume'],
    parameters: [period('timeperiod', 14, 'Bars to sum the money flow over')],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [moneyFlowIndex(bars, timeperiod)],
  }),
  define({
    function: 'TRIX',
    name: 'Triple Exponential Average Rate of Change',
    description:
      'The change per bar of a triple-smoothed exponential average, in percent; with a period of 1 TA-Lib reads a price before the first bar.',
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars of each of the three averages', { min: 1 })],
    lookBack: ({ timeperiod }) => 3 * (timeperiod - 1) + 1,
    calculate: ({ close }, { timeperiod }) => [trix(close, timeperiod)],
  }),
  define({
    function: 'BOP',
    name: 'Balance of Power',
    description: 'Close minus open, as a fraction of the range from low to high.',
    inputs: ['open', 'high', 'low', 'close'],
    parameters: [],
    lookBack: () => 0,
    calculate: ({ open, high, low, close }) => callTulind('bop', [open, high, low, close]),
  }),
  define({
    function: 'AO',
    name: 'Awesome Oscillator',
    description: 'The average of the middle prices of the last 5 bars minus that of the last 34 bars.',
    inputs: ['high', 'low'],
    parameters: [],
    unit: 'price',
    lookBack: () => 33,
    calculate: ({ high, low }) => callTulind('ao', [high, low]),
  }),
  define({
    function: 'DPO',
    name: 'Detrended Price Oscillator',
    description: 'The close of half a period ago minus the average close of the period.',
    inputs: ['close'],
    // With a shorter period tulind reads before bar 0.
    parameters: [period('timeperiod', 20, 'Bars to average over', { min: 3 })],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('dpo', [close], [timeperiod]),
  }),
  define({
    function: 'FISHER',
    name: 'Fisher Transform',
    description:
      'Position of the middle price between its lowest and its highest value, transformed so that turning points are sharp.',
    inputs: ['high', 'low'],
    parameters: [period('timeperiod', 10, 'Bars of the lowest and the highest value', { min: 1 })],
    outputs: ['fisher', 'fishersignal'],
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ high, low }, { timeperiod }) => callTulind('fisher', [high, low], [timeperiod]),
  }),
  define({
    function: 'QSTICK',
    name: 'Qstick',
    description: 'The average of close minus open.',
    inputs: ['open', 'close'],
    parameters: [period('timeperiod', 14, 'Bars to average over', { min: 1 })],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ open, close }, { timeperiod }) => callTulind('qstick', [open, close], [timeperiod]),
  }),
];
