import { type Indicator, indicatorsOf, period } from '../indicator.ts';
import { sortPeriods } from '../talib/arithmetic.ts';
import { klingerOscillator } from '../tulind/klinger-oscillator.ts';
import { callTulind, nonFiniteToZero } from '../tulind/tulind.ts';

const define = indicatorsOf('volume');

/** Indicators that combine prices and volume. */
export const volume: readonly Indicator[] = [
  define({
    function: 'AD',
    name: 'Accumulation/Distribution Line',
    description: 'Running total of volume, weighted by the position of the close between low and high.',
    inputs: ['high', 'low', 'close', 'volume'],
    parameters: [],
    unit: 'volume',
    lookBack: () => 0,
    calculate: ({ high, low, close, volume: traded }) => callTulind('ad', [high, low, close, traded]),
  }),
  define({
    function: 'ADOSC',
    name: 'Accumulation/Distribution Oscillator',
    description: 'Fast exponential average of the accumulation/distribution line minus a slow one.',
    inputs: ['high', 'low', 'close', 'volume'],
    parameters: [
      period('fastperiod', 3, 'Bars of the fast average'),
      period('slowperiod', 10, 'Bars of the slow average'),
    ],
    unit: 'volume',
    lookBack: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ high, low, close, volume: traded }, { fastperiod, slowperiod }) => {
      const inputs = [high, low, close, traded];
      if (fastperiod <= slowperiod) return callTulind('adosc', inputs, [fastperiod, slowperiod]);
      // TA-Lib does not swap the periods; tulind rejects a fast period that is the longer one.
      return callTulind('adosc', inputs, [slowperiod, fastperiod]).map((line) => line.map((value) => -value));
    },
  }),
  define({
    function: 'OBV',
    name: 'On Balance Volume',
    description: 'Running total of volume: added when the close rises, subtracted when it falls.',
    inputs: ['close', 'volume'],
    parameters: [],
    unit: 'volume',
    lookBack: () => 0,
    // TA-Lib starts with the volume of bar 0, tulind with 0.
    calculate: ({ close, volume: traded }) =>
      callTulind('obv', [close, traded]).map((line) => line.map((total) => total + (traded[0] ?? 0))),
  }),
  define({
    function: 'EMV',
    name: 'Ease of Movement',
    description: 'Movement of the middle price relative to volume; 0 without volume.',
    inputs: ['high', 'low', 'volume'],
    parameters: [],
    unit: 'price^2/volume',
    lookBack: () => 1,
    calculate: ({ high, low, volume: traded }) => nonFiniteToZero(callTulind('emv', [high, low, traded])),
  }),
  define({
    function: 'KVO',
    name: 'Klinger Volume Oscillator',
    description: 'Fast exponential average of volume in the direction of the trend minus a slow one.',
    inputs: ['high', 'low', 'close', 'volume'],
    parameters: [
      period('fastperiod', 34, 'Bars of the fast average', { min: 1 }),
      period('slowperiod', 55, 'Bars of the slow average', { min: 1 }),
    ],
    unit: 'volume',
    lookBack: () => 1,
    calculate: (bars, { fastperiod, slowperiod }) => [klingerOscillator(bars, fastperiod, slowperiod)],
  }),
  define({
    function: 'MARKETFI',
    name: 'Market Facilitation Index',
    description: 'The range of a bar per unit of volume; 0 without volume.',
    inputs: ['high', 'low', 'volume'],
    parameters: [],
    unit: 'price/volume',
    lookBack: () => 0,
    calculate: ({ high, low, volume: traded }) =>
      nonFiniteToZero(callTulind('marketfi', [high, low, traded])),
  }),
  define({
    function: 'NVI',
    name: 'Negative Volume Index',
    description: 'Index that starts at 1000 and changes with the close when the volume falls.',
    inputs: ['close', 'volume'],
    parameters: [],
    lookBack: () => 0,
    calculate: ({ close, volume: traded }) => callTulind('nvi', [close, traded]),
  }),
  define({
    function: 'PVI',
    name: 'Positive Volume Index',
    description: 'Index that starts at 1000 and changes with the close when the volume rises.',
    inputs: ['close', 'volume'],
    parameters: [],
    lookBack: () => 0,
    calculate: ({ close, volume: traded }) => callTulind('pvi', [close, traded]),
  }),
  define({
    function: 'VOSC',
    name: 'Volume Oscillator',
    description: 'Fast average of volume minus slow average, in percent of the slow average.',
    inputs: ['volume'],
    parameters: [
      period('fastperiod', 14, 'Bars of the fast average', { min: 1 }),
      period('slowperiod', 28, 'Bars of the slow average', { min: 1 }),
    ],
    lookBack: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ volume: traded }, { fastperiod, slowperiod }) => {
      const periods = sortPeriods(fastperiod, slowperiod);
      return nonFiniteToZero(callTulind('vosc', [traded], periods));
    },
  }),
  define({
    function: 'WAD',
    name: 'Williams Accumulation/Distribution',
    description: 'Running total of the distance of each close from the true low or the true high.',
    inputs: ['high', 'low', 'close'],
    parameters: [],
    unit: 'price',
    lookBack: () => 1,
    calculate: ({ high, low, close }) => callTulind('wad', [high, low, close]),
  }),
];
