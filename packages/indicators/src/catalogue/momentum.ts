import { defineIndicator, type Indicator, period } from '../indicator.ts';
import { trix } from '../talib/averages/exponential-averages.ts';
import { moneyFlowIndex } from '../talib/momentum/money-flow-index.ts';
import { absolutePriceOscillator, percentagePriceOscillator } from '../talib/momentum/price-oscillator.ts';
import { relativeStrengthIndex } from '../talib/momentum/relative-strength-index.ts';
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

/** Oscillators that measure the speed and the direction of price changes. */
export const momentum: readonly Indicator[] = [
  defineIndicator({
    function: 'APO',
    name: 'Absolute Price Oscillator',
    description: 'Fast average minus slow average; TA-Lib offers more kinds of average.',
    group: 'momentum',
    overlay: false,
    parameters: oscillatorParameters,
    outputs: ['real'],
    lookback: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ close }, parameters) => [absolutePriceOscillator(close, parameters)],
  }),
  defineIndicator({
    function: 'PPO',
    name: 'Percentage Price Oscillator',
    description:
      'Fast average minus slow average, in percent of the slow average; TA-Lib offers more kinds of average.',
    group: 'momentum',
    overlay: false,
    parameters: oscillatorParameters,
    outputs: ['real'],
    lookback: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ close }, parameters) => [percentagePriceOscillator(close, parameters)],
  }),
  defineIndicator({
    function: 'MOM',
    name: 'Momentum',
    description: 'The close minus the close of timeperiod bars ago.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => callTulind('mom', [close], [timeperiod]),
  }),
  defineIndicator({
    function: 'ROC',
    name: 'Rate of Change',
    description: 'The change of the close over timeperiod bars, in percent.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) =>
      nonFiniteToZero(callTulind('roc', [close], [timeperiod])).map((line) =>
        line.map((fraction) => fraction * 100),
      ),
  }),
  defineIndicator({
    function: 'ROCP',
    name: 'Rate of Change Fraction',
    description: 'The change of the close over timeperiod bars, as a fraction of the older close.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => nonFiniteToZero(callTulind('roc', [close], [timeperiod])),
  }),
  defineIndicator({
    function: 'ROCR',
    name: 'Rate of Change Ratio',
    description: 'The close divided by the close of timeperiod bars ago.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => nonFiniteToZero(callTulind('rocr', [close], [timeperiod])),
  }),
  defineIndicator({
    function: 'CMO',
    name: 'Chande Momentum Oscillator',
    description:
      "Gains minus losses in percent of gains plus losses, averaged by Wilder's method as in TA-Lib.",
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars to average gains and losses over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    // CMO = 2 × RSI − 100. Without any change the CMO is 0, hence an RSI of 50.
    calculate: ({ close }, { timeperiod }) => [
      relativeStrengthIndex(close, timeperiod, 50).map((rsi) => 2 * rsi - 100),
    ],
  }),
  defineIndicator({
    function: 'STOCHRSI',
    name: 'Stochastic RSI',
    description:
      'Position of the RSI between its lowest (0) and its highest value (100); 0 while prices do not change (TA-Lib shows rounding errors); TA-Lib offers more kinds of average.',
    group: 'momentum',
    overlay: false,
    parameters: [
      period('timeperiod', 14, 'Bars of the RSI'),
      period('fastk_period', 5, 'Bars of the lowest and the highest RSI', { min: 1 }),
      period('fastd_period', 3, 'Bars to smooth %K over to get %D', { min: 1 }),
    ],
    outputs: ['fastk', 'fastd'],
    lookback: ({ timeperiod, fastk_period, fastd_period }) => timeperiod + fastk_period + fastd_period - 2,
    calculate: ({ close }, { timeperiod, fastk_period, fastd_period }) =>
      stochasticRsi(close, timeperiod, fastk_period, fastd_period),
  }),
  defineIndicator({
    function: 'WILLR',
    name: 'Williams %R',
    description: 'Position of the close between the highest high (0) and the lowest low (−100).',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars of the lowest low and the highest high')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ high, low, close }, { timeperiod }) =>
      callTulind('willr', [high, low, close], [timeperiod]),
  }),
  defineIndicator({
    function: 'ULTOSC',
    name: 'Ultimate Oscillator',
    description:
      'Buying pressure over three periods, in percent of the true range, with more weight on shorter periods; with three periods of 1 TA-Lib reads a price before the first bar.',
    group: 'momentum',
    overlay: false,
    parameters: [
      period('timeperiod1', 7, 'Bars of the first period', { min: 1 }),
      period('timeperiod2', 14, 'Bars of the second period', { min: 1 }),
      period('timeperiod3', 28, 'Bars of the third period', { min: 1 }),
    ],
    outputs: ['real'],
    lookback: ({ timeperiod1, timeperiod2, timeperiod3 }) => Math.max(timeperiod1, timeperiod2, timeperiod3),
    calculate: (bars, { timeperiod1, timeperiod2, timeperiod3 }) => [
      ultimateOscillator(bars, [timeperiod1, timeperiod2, timeperiod3]),
    ],
  }),
  defineIndicator({
    function: 'MFI',
    name: 'Money Flow Index',
    description: 'Money flow of rising bars in percent of the money flow of rising and falling bars.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars to sum the money flow over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [moneyFlowIndex(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'TRIX',
    name: 'Triple Exponential Average Rate of Change',
    description:
      'The change per bar of a triple-smoothed exponential average, in percent; with a period of 1 TA-Lib reads a price before the first bar.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 30, 'Bars of each of the three averages', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => 3 * (timeperiod - 1) + 1,
    calculate: ({ close }, { timeperiod }) => [trix(close, timeperiod)],
  }),
  defineIndicator({
    function: 'BOP',
    name: 'Balance of Power',
    description: 'Close minus open, as a fraction of the range from low to high.',
    group: 'momentum',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 0,
    calculate: ({ open, high, low, close }) => callTulind('bop', [open, high, low, close]),
  }),
  defineIndicator({
    function: 'AO',
    name: 'Awesome Oscillator',
    description: 'The average of the middle prices of the last 5 bars minus that of the last 34 bars.',
    group: 'momentum',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 33,
    calculate: ({ high, low }) => callTulind('ao', [high, low]),
  }),
  defineIndicator({
    function: 'DPO',
    name: 'Detrended Price Oscillator',
    description: 'The close of half a period ago minus the average close of the period.',
    group: 'momentum',
    overlay: false,
    // With a shorter period tulind reads before bar 0.
    parameters: [period('timeperiod', 20, 'Bars to average over', { min: 3 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('dpo', [close], [timeperiod]),
  }),
  defineIndicator({
    function: 'FISHER',
    name: 'Fisher Transform',
    description:
      'Position of the middle price between its lowest and its highest value, transformed so that turning points are sharp.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 10, 'Bars of the lowest and the highest value', { min: 1 })],
    outputs: ['fisher', 'fishersignal'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ high, low }, { timeperiod }) => callTulind('fisher', [high, low], [timeperiod]),
  }),
  defineIndicator({
    function: 'QSTICK',
    name: 'Qstick',
    description: 'The average of close minus open.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars to average over', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ open, close }, { timeperiod }) => callTulind('qstick', [open, close], [timeperiod]),
  }),
];
