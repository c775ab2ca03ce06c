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
  period('matype', 0, 'Kind of average: 0 simple, as TA-Lib takes by default, 1 exponential', {
    min: 0,
    max: 1,
  }),
] as const;

/** Oscillators: how fast, and how one-sidedly, prices move. */
export const momentum: readonly Indicator[] = [
  defineIndicator({
    function: 'APO',
    name: 'Absolute Price Oscillator',
    description: 'The distance of a fast average from a slow one; TA-Lib offers more kinds of average.',
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
      'The distance of a fast average from a slow one, in percent; TA-Lib offers more kinds of average.',
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
    description: 'The close less the close of some bars ago.',
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
    description: 'The change of the close over some bars, in percent.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 10, 'Bars to look back', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) =>
      nonFiniteToZero(callTulind('roc', [close], [timeperiod])).map((line) =>
        line.map((share) => share * 100),
      ),
  }),
  defineIndicator({
    function: 'ROCP',
    name: 'Rate of Change Fraction',
    description: 'The change of the close over some bars, as a fraction of the older one.',
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
    description: 'The close as a multiple of the close of some bars ago.',
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
    description: "Gains less losses in percent of both, averaged as TA-Lib does, by Wilder's method.",
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars to average gains and losses over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    // (gain − loss) / (gain + loss) is twice the share of gains less one.
    calculate: ({ close }, { timeperiod }) => [
      relativeStrengthIndex(close, timeperiod, 50).map((share) => 2 * share - 100),
    ],
  }),
  defineIndicator({
    function: 'STOCHRSI',
    name: 'Stochastic RSI',
    description:
      'Where the RSI lies between its own extremes, in percent; 0 while prices stand still, where TA-Lib shows rounding noise; TA-Lib offers more kinds of average.',
    group: 'momentum',
    overlay: false,
    parameters: [
      period('timeperiod', 14, 'Bars of the RSI'),
      period('fastk_period', 5, 'Bars of the lowest and the highest RSI', { min: 1 }),
      period('fastd_period', 3, 'Bars that %D smooths %K over', { min: 1 }),
    ],
    outputs: ['fastk', 'fastd'],
    lookback: ({ timeperiod, fastk_period, fastd_period }) => timeperiod + fastk_period + fastd_period - 2,
    calculate: ({ close }, { timeperiod, fastk_period, fastd_period }) =>
      stochasticRsi(close, timeperiod, fastk_period, fastd_period),
  }),
  defineIndicator({
    function: 'WILLR',
    name: 'Williams %R',
    description: 'Where the close lies between the highest high (0) and the lowest low (−100).',
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
      'Buying pressure over three periods at once, the shortest weighing most; with three periods of 1 TA-Lib reads a price before the first.',
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
    description: 'The share of rising bars in the money traded, from 0 to 100.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars to add the money up over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [moneyFlowIndex(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'TRIX',
    name: 'Triple Exponential Average Rate of Change',
    description:
      'The change a bar of a thrice smoothed price, in percent; with a period of 1 TA-Lib reads a price before the first.',
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
    description: 'How much of the range of a bar lies between its open and its close, up or down.',
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
    description: 'The mean middle of the last 5 bars less that of the last 34.',
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
    description: 'The close of half a period ago less the mean of the period.',
    group: 'momentum',
    overlay: false,
    // With fewer bars tulind reads before bar 0.
    parameters: [period('timeperiod', 20, 'Bars to average over', { min: 3 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('dpo', [close], [timeperiod]),
  }),
  defineIndicator({
    function: 'FISHER',
    name: 'Fisher Transform',
    description:
      'Where the middle of the bar lies between its extremes, stretched so that turning points stand out.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 10, 'Bars of the extremes', { min: 1 })],
    outputs: ['fisher', 'fishersignal'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ high, low }, { timeperiod }) => callTulind('fisher', [high, low], [timeperiod]),
  }),
  defineIndicator({
    function: 'QSTICK',
    name: 'Qstick',
    description: 'The mean of close less open.',
    group: 'momentum',
    overlay: false,
    parameters: [period('timeperiod', 14, 'Bars to average over', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ open, close }, { timeperiod }) => callTulind('qstick', [open, close], [timeperiod]),
  }),
];
