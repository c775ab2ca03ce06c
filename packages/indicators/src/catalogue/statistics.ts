import { type Indicator, indicatorsOf, period, real, realBounds } from '../indicator.ts';
import { rollingMaximum, rollingMinimum } from '../talib/rolling-extremes.ts';
import { linearRegression } from '../talib/trend/linear-regression.ts';
import { averageDeviation } from '../talib/volatility/average-deviation.ts';
import { rollingVariance, standardDeviation } from '../talib/volatility/rolling-variance.ts';
import { callTulind } from '../tulind/tulind.ts';

const define = indicatorsOf('statistics');

export const statistics: readonly Indicator[] = [
  define({
    function: 'STDDEV',
    name: 'Standard Deviation',
    description:
      'The standard deviation of the last closing prices; 0 while prices do not change (TA-Lib shows rounding errors).',
    inputs: ['close'],
    parameters: [
      period('timeperiod', 5, 'Bars to look back'),
      real('nbdev', 1, 'Factor to multiply the deviation by', realBounds),
    ],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod, nbdev }) => [
      rollingVariance(close, timeperiod).map((value) => standardDeviation(value) * nbdev),
    ],
  }),
  define({
    function: 'VAR',
    name: 'Variance',
    description:
      'The variance of the last closing prices; 0 while prices do not change (TA-Lib shows rounding errors); the parameter nbdev of TA-Lib has no effect and is not accepted.',
    inputs: ['close'],
    parameters: [period('timeperiod', 5, 'Bars to look back', { min: 1 })],
    unit: 'price^2',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [rollingVariance(close, timeperiod)],
  }),
  define({
    function: 'STDERR',
    name: 'Standard Error',
    description:
      'The standard deviation of the last closing prices divided by the square root of their number.',
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to look back')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [
      rollingVariance(close, timeperiod).map((value) => standardDeviation(value) / Math.sqrt(timeperiod)),
    ],
  }),
  define({
    function: 'AVGDEV',
    name: 'Average Deviation',
    description: 'The mean distance of the last closing prices from their mean.',
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to look back')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [averageDeviation(close, timeperiod)],
  }),
  define({
    function: 'LINEARREG',
    name: 'Linear Regression',
    description:
      'The newest point of the straight line that fits the last closing prices best; TA-Lib overflows from a period of 1025 on.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to fit the line to')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [
      linearRegression(close, timeperiod, ({ slope, intercept }) => intercept + slope * (timeperiod - 1)),
    ],
  }),
  define({
    function: 'LINEARREG_INTERCEPT',
    name: 'Linear Regression Intercept',
    description:
      'The oldest point of the straight line that fits the last closing prices best; TA-Lib overflows from a period of 1025 on.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to fit the line to')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [
      linearRegression(close, timeperiod, ({ intercept }) => intercept),
    ],
  }),
  define({
    function: 'LINEARREG_SLOPE',
    name: 'Linear Regression Slope',
    description:
      'The slope per bar of the straight line that fits the last closing prices best; TA-Lib overflows from a period of 1025 on.',
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to fit the line to')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [linearRegression(close, timeperiod, ({ slope }) => slope)],
  }),
  define({
    function: 'TSF',
    name: 'Time Series Forecast',
    description:
      'The straight line that fits the last closing prices best, extended by one bar; TA-Lib overflows from a period of 1025 on.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to fit the line to')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [forecast(close, timeperiod)],
  }),
  define({
    function: 'FOSC',
    name: 'Forecast Oscillator',
    description: 'Difference between the close and its forecast of one bar ago, in percent of the close.',
    inputs: ['close'],
    parameters: [period('timeperiod', 14, 'Bars to fit the line to')],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [
      forecast(close.subarray(0, -1), timeperiod).map((expected, index) => {
        const value = close[index + timeperiod] ?? 0;
        return value === 0 ? 0 : (100 * (value - expected)) / value;
      }),
    ],
  }),
  define({
    function: 'MAX',
    name: 'Highest Close',
    description: 'The highest of the last closing prices.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars to look back')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [rollingMaximum(close, timeperiod)],
  }),
  define({
    function: 'MIN',
    name: 'Lowest Close',
    description: 'The lowest of the last closing prices.',
    overlay: true,
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars to look back')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => [rollingMinimum(close, timeperiod)],
  }),
  define({
    function: 'SUM',
    name: 'Summation',
    description: 'The sum of the last closing prices.',
    inputs: ['close'],
    parameters: [period('timeperiod', 30, 'Bars to sum')],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod - 1,
    calculate: ({ close }, { timeperiod }) => callTulind('sum', [close], [timeperiod]),
  }),
];

function forecast(values: Float64Array, timeperiod: number): Float64Array {
  return linearRegression(values, timeperiod, ({ slope, intercept }) => intercept + slope * timeperiod);
}
