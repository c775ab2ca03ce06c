import { defineIndicator, type Indicator, period } from '../indicator.ts';
import { normalizedAverageTrueRange, trueRange } from '../talib/volatility/average-true-range.ts';
import { historicalVolatility } from '../tulind/historical-volatility.ts';
import { massIndex } from '../tulind/mass-index.ts';
import { callTulind, nonFiniteToZero } from '../tulind/tulind.ts';

/** How far prices move. */
export const volatility: readonly Indicator[] = [
  defineIndicator({
    function: 'NATR',
    name: 'Normalized Average True Range',
    description: 'The average true range in percent of the close.',
    group: 'volatility',
    overlay: false,
    parameters: [
      period('timeperiod', 14, 'Bars to average over; over 1, as in TA-Lib, the plain true range', {
        min: 1,
      }),
    ],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [normalizedAverageTrueRange(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'TRANGE',
    name: 'True Range',
    description: 'The range of a bar, the gap to the bar before included.',
    group: 'volatility',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 1,
    calculate: (bars) => [trueRange(bars)],
  }),
  defineIndicator({
    function: 'CVI',
    name: "Chaikin's Volatility",
    description: 'The change of the smoothed range over a period, in percent.',
    group: 'volatility',
    overlay: false,
    // With one bar tulind compares with a range that it never stored.
    parameters: [period('timeperiod', 10, 'Bars to smooth over and look back')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => 2 * timeperiod - 1,
    calculate: ({ high, low }, { timeperiod }) =>
      nonFiniteToZero(callTulind('cvi', [high, low], [timeperiod])),
  }),
  defineIndicator({
    function: 'MASS',
    name: 'Mass Index',
    description: 'How much the smoothed range of bars has widened of late, whichever way prices went.',
    group: 'volatility',
    overlay: false,
    parameters: [period('timeperiod', 25, 'Bars to add up', { min: 1 })],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod + 15,
    calculate: (bars, { timeperiod }) => [massIndex(bars, timeperiod)],
  }),
  defineIndicator({
    function: 'VOLATILITY',
    name: 'Annualized Historical Volatility',
    description: 'The standard deviation of daily returns, scaled to a year of 252 trading days.',
    group: 'volatility',
    overlay: false,
    parameters: [period('timeperiod', 20, 'Bars to look back')],
    outputs: ['real'],
    lookback: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => [historicalVolatility(close, timeperiod)],
  }),
];
