import { defineIndicator, type Indicator, period, real } from '../indicator.ts';
import { doubleEma, tripleEma } from '../talib/averages/exponential-averages.ts';
import { kaufmanAdaptiveAverage } from '../talib/averages/kaufman-adaptive-average.ts';
import { parabolicSar } from '../talib/trend/parabolic-sar.ts';
import { callTulind } from '../tulind/tulind.ts';
import { variableIndexDynamicAverage } from '../tulind/variable-index-dynamic-average.ts';
import { volumeWeightedMovingAverage } from '../tulind/volume-weighted-moving-average.ts';

/** The weights of a longer average overflow 32 bits, in tulind as in TA-Lib. */
const maxWeightedPeriod = 46_340;
/** The same for the triangular average, whose weights count half the period. */
const maxTriangularPeriod = 92_678;

/** Averages and stops that are drawn on the price. */
export const overlap: readonly Indicator[] = [
  defineIndicator({
    function: 'WMA',
    name: 'Weighted Moving Average',
    description:
      'An average of closing prices whose weights fall by the same step from the newest to the oldest; TA-Lib takes longer periods, up to 100,000, and overflows.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 30, 'Bars to average over', { max: maxWeightedPeriod })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('wma', [close], [timeperiod]),
  }),
  defineIndicator({
    function: 'DEMA',
    name: 'Double Exponential Moving Average',
    description: 'An exponential average with less delay, made from an average and the average of it.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 30, 'Bars of each average')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => 2 * (timeperiod - 1),
    calculate: ({ close }, { timeperiod }) => [doubleEma(close, timeperiod)],
  }),
  defineIndicator({
    function: 'TEMA',
    name: 'Triple Exponential Moving Average',
    description: 'An exponential average with hardly any delay, made from three averages of one another.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 30, 'Bars of each average')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => 3 * (timeperiod - 1),
    calculate: ({ close }, { timeperiod }) => [tripleEma(close, timeperiod)],
  }),
  defineIndicator({
    function: 'TRIMA',
    name: 'Triangular Moving Average',
    description:
      'An average of closing prices in which the middle of the period weighs most; TA-Lib takes longer periods, up to 100,000, and overflows.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 30, 'Bars to average over', { max: maxTriangularPeriod })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('trima', [close], [timeperiod]),
  }),
  defineIndicator({
    function: 'KAMA',
    name: 'Kaufman Adaptive Moving Average',
    description:
      "An exponential average that follows straight moves closely and idles in sideways ones; TA-Lib's may run away where a price fell far.",
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 30, 'Bars that the straightness is judged over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [kaufmanAdaptiveAverage(close, timeperiod)],
  }),
  defineIndicator({
    function: 'HMA',
    name: 'Hull Moving Average',
    description:
      'A smooth average with little delay, made from weighted averages of the whole and half the period.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 20, 'Bars to average over', { max: maxWeightedPeriod })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod + Math.floor(Math.sqrt(timeperiod)) - 2,
    calculate: ({ close }, { timeperiod }) => callTulind('hma', [close], [timeperiod]),
  }),
  defineIndicator({
    function: 'ZLEMA',
    name: 'Zero-Lag Exponential Moving Average',
    description: 'An exponential average of prices that are first carried on by their latest move.',
    group: 'overlap',
    overlay: true,
    // With fewer bars tulind writes before its first row.
    parameters: [period('timeperiod', 20, 'Bars to average over', { min: 3 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => Math.floor((timeperiod - 1) / 2) - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('zlema', [close], [timeperiod]),
  }),
  defineIndicator({
    function: 'VIDYA',
    name: 'Variable Index Dynamic Average',
    description: 'An exponential average that is the faster, the more prices have moved of late.',
    group: 'overlap',
    overlay: true,
    parameters: [
      period('fastperiod', 9, 'Bars of the recent deviation'),
      period('slowperiod', 12, 'Bars of the usual deviation'),
      real('alpha', 0.2, 'Weight of a new price while prices move as usual', { min: 0, max: 1, step: 0.05 }),
    ],
    outputs: ['real'],
    lookback: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ close }, { fastperiod, slowperiod, alpha }) => [
      variableIndexDynamicAverage(close, fastperiod, slowperiod, alpha),
    ],
  }),
  defineIndicator({
    function: 'VWMA',
    name: 'Volume Weighted Moving Average',
    description: 'An average of closing prices in which each bar weighs its volume.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: (bars, { timeperiod }) => [volumeWeightedMovingAverage(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'WILDERS',
    name: "Wilder's Smoothing",
    description: 'The slow exponential average that RSI and ATR are made with.',
    group: 'overlap',
    overlay: true,
    parameters: [period('timeperiod', 14, 'Bars to average over', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('wilders', [close], [timeperiod]),
  }),
  defineIndicator({
    function: 'SAR',
    name: 'Parabolic Stop and Reverse',
    description: 'A stop that closes in on the price and changes sides when the price reaches it.',
    group: 'overlap',
    overlay: true,
    parameters: [
      real('acceleration', 0.02, 'Share of the distance taken a bar, and its growth', {
        min: 0,
        max: 3e37,
        step: 0.01,
      }),
      real('maximum', 0.2, 'Largest share', { min: 0, max: 3e37, step: 0.01 }),
    ],
    outputs: ['real'],
    lookback: () => 1,
    calculate: (bars, { acceleration, maximum }) => [parabolicSar(bars, acceleration, maximum)],
  }),
];
