import { defineIndicator, type Indicator, period } from '../indicator.ts';
import { normalizedAverageTrueRange, trueRange } from '../talib/volatility/average-true-range.ts';
import { historicalVolatility } from '../tulind/historical-volatility.ts';
import { massIndex } from '../tulind/mass-index.ts';
import { callTulind, nonFiniteToZero } from '../tulind/tulind.ts';

/** Indicators of the size of price moves. */
export const volatility: readonly Indicator[] = [
  defineIndicator({
    function: 'NATR',
    name: 'Normalized Average True Range',
    description: 'The average true range in percent of the close.',
    group: 'volatility',
    overlay: false,
    inputs: ['high', 'low', 'close'],
    parameters: [
      period('timeperiod', 14, 'Bars to average over; with 1 the result is the true range, as in TA-Lib', {
        min: 1,
      }),
    ],
    outputs: ['real'],
    unit: null,
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [normalizedAverageTrueRange(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'TRANGE',
    name: 'True Range',
    description: 'The range of a bar, including the gap from the previous close.',
    group: 'volatility',
    overlay: false,
    inputs: ['high', 'low', 'close'],
    parameters: [],
    outputs: ['real'],
    unit: 'price',
    lookBack: () => 1,
    calculate: (bars) => [trueRange(bars)],
  }),
  defineIndicator({
    function: 'CVI',
    name: "Chaikin's Volatility",
    description: 'The change of the smoothed range over a period, in percent.',
    group: 'volatility',
    overlay: false,
    inputs: ['high', 'low'],
    // With a period of 1 tulind reads a range that it never stored.
    parameters: [period('timeperiod', 10, 'Bars to smooth over and look back')],
    outputs: ['real'],
    unit: null,
    lookBack: ({ timeperiod }) => 2 * timeperiod - 1,
    calculate: ({ high, low }, { timeperiod }) =>
      nonFiniteToZero(callTulind('cvi', [high, low], [timeperiod])),
  }),
  defineIndicator({
    function: 'MASS',
    name: 'Mass Index',
    description: 'Sum of the smoothed range divided by its own average; rises when the ranges of bars widen.',
    group: 'volatility',
    overlay: false,
    inputs: ['high', 'low'],
    parameters: [period('timeperiod', 25, 'Bars to sum', { min: 1 })],
    outputs: ['real'],
    unit: null,
    lookBack: ({ timeperiod }) => timeperiod + 15,
    calculate: (bars, { timeperiod }) => [massIndex(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'VOLATILITY',
    name: 'Annualized Historical Volatility',
    description: 'The standard deviation of daily returns, scaled to a year of 252 trading days.',
    group: 'volatility',
    overlay: false,
    inputs: ['close'],
    parameters: [period('timeperiod', 20, 'Bars to look back')],
    outputs: ['real'],
    unit: null,
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [historicalVolatility(close, timeperiod)],
  }),
];
