import { type Indicator, indicatorsOf, period } from '../indicator.ts';
import {
  averageTrueRange,
  normalizedAverageTrueRange,
  trueRange,
} from '../talib/volatility/average-true-range.ts';
import { historicalVolatility } from '../tulind/historical-volatility.ts';
import { massIndex } from '../tulind/mass-index.ts';
import { callTulind, nonFiniteToZero } from '../tulind/tulind.ts';

const define = indicatorsOf('volatility');

/** Indicators of the size of price moves. */
export const volatility: readonly Indicator[] = [
  define({
    function: 'ATR',
    name: 'Average True Range',
    description: 'The average range of a bar, including the gap from the previous close.',
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 14, 'Bars to average over', { min: 1 })],
    unit: 'price',
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [averageTrueRange(bars, timeperiod)],
  }),
  define({
    function: 'NATR',
    name: 'Normalized Average True Range',
    description: 'The average true range in percent of the close.',
    inputs: ['high', 'low', 'close'],
    parameters: [
      period('timeperiod', 14, 'Bars to average over; with 1 the result is the true range, as in TA-Lib', {
        min: 1,
      }),
    ],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [normalizedAverageTrueRange(bars, timeperiod)],
  }),
  define({
    function: 'TRANGE',
    name: 'True Range',
    description: 'The range of a bar, including the gap from the previous close.',
    inputs: ['high', 'low', 'close'],
    parameters: [],
    unit: 'price',
    lookBack: () => 1,
    calculate: (bars) => [trueRange(bars)],
  }),
  define({
    function: 'CVI',
    name: "Chaikin's Volatility",
    description: 'The change of the smoothed range over a period, in percent.',
    inputs: ['high', 'low'],
    // With a period of 1 tulind reads a range that it never stored.
    parameters: [period('timeperiod', 10, 'Bars to smooth over and look back')],
    lookBack: ({ timeperiod }) => 2 * timeperiod - 1,
    calculate: ({ high, low }, { timeperiod }) =>
      nonFiniteToZero(callTulind('cvi', [high, low], [timeperiod])),
  }),
  define({
    function: 'MASS',
    name: 'Mass Index',
    description: 'Sum of the smoothed range divided by its own average; rises when the ranges of bars widen.',
    inputs: ['high', 'low'],
    parameters: [period('timeperiod', 25, 'Bars to sum', { min: 1 })],
    lookBack: ({ timeperiod }) => timeperiod + 15,
    calculate: (bars, { timeperiod }) => [massIndex(bars, timeperiod)],
  }),
  define({
    function: 'VOLATILITY',
    name: 'Annualized Historical Volatility',
    description: 'The standard deviation of daily returns, scaled to a year of 252 trading days.',
    inputs: ['close'],
    parameters: [period('timeperiod', 20, 'Bars to look back')],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [historicalVolatility(close, timeperiod)],
  }),
];
