import { type Indicator, indicatorsOf, period } from '../indicator.ts';
import {
  averageDirectionalIndex,
  averageDirectionalRating,
  directionalIndex,
  directionalIndicator,
  directionalMovement,
} from '../talib/trend/directional-movement.ts';
import { callTulind, nonFiniteToZero } from '../tulind/tulind.ts';

const define = indicatorsOf('momentum');

/** Indicators of the group momentum that measure the strength and the direction of a trend. */
export const trend: readonly Indicator[] = [
  define({
    function: 'ADX',
    name: 'Average Directional Movement Index',
    description: 'Strength of the trend in either direction, from 0 to 100.',
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 14, 'Bars to smooth over')],
    lookBack: ({ timeperiod }) => 2 * timeperiod - 1,
    calculate: (bars, { timeperiod }) => [averageDirectionalIndex(bars, timeperiod)],
  }),
  define({
    function: 'ADXR',
    name: 'Average Directional Movement Rating',
    description: 'The mean of the ADX and the ADX of timeperiod − 1 bars ago.',
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 14, 'Bars to smooth over and look back')],
    lookBack: ({ timeperiod }) => 3 * timeperiod - 2,
    calculate: (bars, { timeperiod }) => [averageDirectionalRating(bars, timeperiod)],
  }),
  define({
    function: 'DX',
    name: 'Directional Movement Index',
    description: 'Difference between upward and downward movement, in percent of their sum.',
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 14, 'Bars to smooth over')],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [directionalIndex(bars, timeperiod)],
  }),
  define({
    function: 'PLUS_DI',
    name: 'Plus Directional Indicator',
    description: 'Upward movement in percent of the true range.',
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 14, 'Bars to smooth over', { min: 1 })],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [directionalIndicator(bars, timeperiod, 'plus')],
  }),
  define({
    function: 'MINUS_DI',
    name: 'Minus Directional Indicator',
    description: 'Downward movement in percent of the true range.',
    inputs: ['high', 'low', 'close'],
    parameters: [period('timeperiod', 14, 'Bars to smooth over', { min: 1 })],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: (bars, { timeperiod }) => [directionalIndicator(bars, timeperiod, 'minus')],
  }),
  define({
    function: 'PLUS_DM',
    name: 'Plus Directional Movement',
    description: 'Smoothed rises of the high, counted on bars that moved further up than down.',
    inputs: ['high', 'low'],
    parameters: [period('timeperiod', 14, 'Bars to smooth over', { min: 1 })],
    unit: 'price',
    lookBack: ({ timeperiod }) => Math.max(timeperiod - 1, 1),
    calculate: (bars, { timeperiod }) => [directionalMovement(bars, timeperiod, 'plus')],
  }),
  define({
    function: 'MINUS_DM',
    name: 'Minus Directional Movement',
    description: 'Smoothed falls of the low, counted on bars that moved further down than up.',
    inputs: ['high', 'low'],
    parameters: [period('timeperiod', 14, 'Bars to smooth over', { min: 1 })],
    unit: 'price',
    lookBack: ({ timeperiod }) => Math.max(timeperiod - 1, 1),
    calculate: (bars, { timeperiod }) => [directionalMovement(bars, timeperiod, 'minus')],
  }),
  define({
    function: 'AROON',
    name: 'Aroon',
    description: 'How recent the highest high and the lowest low are; 100 is the current bar.',
    inputs: ['high', 'low'],
    parameters: [period('timeperiod', 14, 'Bars to look back')],
    outputs: ['aroonup', 'aroondown'],
    lookBack: ({ timeperiod }) => timeperiod,
    // tulind returns aroondown first.
    calculate: ({ high, low }, { timeperiod }) => callTulind('aroon', [high, low], [timeperiod]).reverse(),
  }),
  define({
    function: 'AROONOSC',
    name: 'Aroon Oscillator',
    description: 'Aroon up minus Aroon down.',
    inputs: ['high', 'low'],
    parameters: [period('timeperiod', 14, 'Bars to look back')],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ high, low }, { timeperiod }) => callTulind('aroonosc', [high, low], [timeperiod]),
  }),
  define({
    function: 'VHF',
    name: 'Vertical Horizontal Filter',
    description:
      'Difference between the highest and the lowest close, divided by the sum of all changes of the close.',
    inputs: ['close'],
    parameters: [period('timeperiod', 28, 'Bars to look back')],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => nonFiniteToZero(callTulind('vhf', [close], [timeperiod])),
  }),
  define({
    function: 'MSW',
    name: 'Mesa Sine Wave',
    description: 'The sine of the phase of a price cycle, and the sine an eighth of a cycle ahead.',
    inputs: ['close'],
    // The cost is two sines per bar of each window: a longer period would delay all other calculations.
    parameters: [period('timeperiod', 5, 'Bars of the cycle', { max: 100 })],
    outputs: ['sine', 'leadsine'],
    lookBack: ({ timeperiod }) => timeperiod,
    calculate: ({ close }, { timeperiod }) => callTulind('msw', [close], [timeperiod]),
  }),
];
