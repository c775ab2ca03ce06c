import { type Indicator, indicatorsOf, period, real, realBounds } from '../indicator.ts';
import { doubleEma, seededEma, tripleEma } from '../talib/averages/exponential-averages.ts';
import { kaufmanAdaptiveAverage } from '../talib/averages/kaufman-adaptive-average.ts';
import { rollingMean } from '../talib/averages/rolling-mean.ts';
import { weightedMean } from '../talib/averages/weighted-mean.ts';
import { parabolicSar } from '../talib/trend/parabolic-sar.ts';
import { bollingerBands } from '../talib/volatility/bollinger-bands.ts';
import { callTulind } from '../tulind/tulind.ts';
import { variableIndexDynamicAverage } from '../tulind/variable-index-dynamic-average.ts';
import { volumeWeightedMovingAverage } from '../tulind/volume-weighted-moving-average.ts';

/** Bars. With a longer period, period × (period + 1) overflows 32 bits in tulind and in TA-Lib. */
const maxWeightedPeriod = 46_340;
/** Bars. The same limit for the triangular average, whose weights count to half the period. */
const maxTriangularPeriod = 92_678;

const define = indicatorsOf('overlap');

/** Moving averages and stops, drawn on the price. */
export const overlap: readonly Indicator[] = [
  define({
    function: 'SMA',
    name: 'Simple Moving Average',
    description: 'The mean of the last closing prices.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [rollingMean(close, timeperiod)],
  }),
  define({
    function: 'EMA',
    name: 'Exponential Moving Average',
    description: 'Average of closing prices in which newer prices have more weight.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [seededEma(close, timeperiod)],
  }),
  define({
    function: 'BBANDS',
    name: 'Bollinger Bands',
    description:
      'Simple average with one band above and one below it, at a distance in standard deviations; the distance is 0 while prices do not change (TA-Lib shows rounding errors); TA-Lib offers more kinds of average.',
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
  define({
    function: 'WMA',
    name: 'Weighted Moving Average',
    description:
      'Average of closing prices whose weights decrease in equal steps from the newest to the oldest price; TA-Lib takes periods up to 100,000, but its sums overflow.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars to average over', { max: maxWeightedPeriod })],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [weightedMean(close, timeperiod)],
  }),
  define({
    function: 'DEMA',
    name: 'Double Exponential Moving Average',
    description: 'Exponential average with less delay: twice an average minus the average of that average.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars of each average')],
    unit: 'price',
    lookBack: ({ timeperiod }) => 2 * (timeperiod - 1),
    calculate: ({ close }, { timeperiod }) => [doubleEma(close, timeperiod)],
  }),
  define({
    function: 'TEMA',
    name: 'Triple Exponential Moving Average',
    description:
      'Exponential average with very little delay, combined from a single, a double and a triple average.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars of each average')],
    unit: 'price',
    lookBack: ({ timeperiod }) => 3 * (timeperiod - 1),
    calculate: ({ close }, { timeperiod }) => [tripleEma(close, timeperiod)],
  }),
  define({
    function: 'TRIMA',
    name: 'Triangular Moving Average',
    description:
      'Average of closing prices with the largest weights in the middle of the period; TA-Lib takes periods up to 100,000, but its sums overflow.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars to average over', { max: maxTriangularPeriod })],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('trima', [close], [timeperiod]),
  }),
  define({
    function: 'KAMA',
    name: 'Kaufman Adaptive Moving Average',
    description:
      'Exponential average that reacts fast in a trend and slowly while prices move sideways; TA-Lib may return far too large values after a very large fall.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars to measure the trend over')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [kaufmanAdaptiveAverage(close, timeperiod)],
  }),
  define({
    function: 'HMA',
    name: 'Hull Moving Average',
    description:
      'Smooth average with little delay, combined from weighted averages over the whole and over half the period.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 20, 'Bars to average over', { max: maxWeightedPeriod })],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod + Math.floor(Math.sqrt(timeperiod)) - 2,
    calculate: ({ close }, { timeperiod }) => callTulind('hma', [close], [timeperiod]),
  }),
  define({
    function: 'ZLEMA',
    name: 'Zero-Lag Exponential Moving Average',
    description:
      'Exponential average of prices to which their latest change is added, which reduces the delay.',
    overlay: true,
    inputs: ['close'],
    // With a shorter period tulind writes before the start of its output.
    parameters: [period('timeperiod', 20, 'Bars to average over', { min: 3 })],
    unit: 'price',
    lookBack: ({ timeperiod }) => Math.floor((timeperiod - 1) / 2) - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('zlema', [close], [timeperiod]),
  }),
  define({
    function: 'VIDYA',
    name: 'Variable Index Dynamic Average',
    description: 'Exponential average that reacts faster when recent volatility is high.',
    overlay: true,
    inputs: ['close'],
    parameters: [
      period('fastperiod', 9, 'Bars of the recent standard deviation'),
      period('slowperiod', 12, 'Bars of the usual standard deviation'),
      real('alpha', 0.2, 'Weight of a new price when both deviations are equal', {
        min: 0,
        max: 1,
        step: 0.05,
      }),
    ],
    unit: 'price',
    lookBack: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ close }, { fastperiod, slowperiod, alpha }) => [
      variableIndexDynamicAverage(close, fastperiod, slowperiod, alpha),
    ],
  }),
  define({
    function: 'VWMA',
    name: 'Volume Weighted Moving Average',
    description: 'Average of closing prices, weighted by volume.',
    overlay: true,
    inputs: ['close', 'volume'],
    parameters: [period('timeperiod', 20, 'Bars to average over')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: (bars, { timeperiod }) => [volumeWeightedMovingAverage(bars, timeperiod)],
  }),
  define({
    function: 'WILDERS',
    name: "Wilder's Smoothing",
    description: 'Exponential average with the slow smoothing that RSI and ATR use.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to average over', { min: 1 })],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('wilders', [close], [timeperiod]),
  }),
  define({
    function: 'SAR',
    name: 'Parabolic Stop and Reverse',
    description: 'Stop price that approaches the price and changes sides when the price reaches it.',
    overlay: true,
    inputs: ['high', 'low'],
    parameters: [
      real('acceleration', 0.02, 'First acceleration factor, and its increase at each new extreme', {
        min: 0,
        max: 3e37,
        step: 0.01,
      }),
      real('maximum', 0.2, 'Largest acceleration factor', { min: 0, max: 3e37, step: 0.01 }),
    ],
    unit: 'price',
    lookBack: () => 1,
    calculate: (bars, { acceleration, maximum }) => [parabolicSar(bars, acceleration, maximum)],
  }),
];
