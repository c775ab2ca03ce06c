import { defineIndicator, type Indicator, period } from '../indicator.ts';
import { sortPeriods } from '../talib/arithmetic.ts';
import { klingerOscillator } from '../tulind/klinger-oscillator.ts';
import { callTulind, nonFiniteToZero } from '../tulind/tulind.ts';

/** Prices weighed by what was traded. */
export const volume: readonly Indicator[] = [
  defineIndicator({
    function: 'AD',
    name: 'Accumulation/Distribution Line',
    description: 'The running total of volume, each bar counted by how near to its high it closed.',
    group: 'volume',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 0,
    calculate: ({ high, low, close, volume: traded }) => callTulind('ad', [high, low, close, traded]),
  }),
  defineIndicator({
    function: 'ADOSC',
    name: 'Accumulation/Distribution Oscillator',
    description: 'A fast exponential average of the accumulation/distribution line less a slow one.',
    group: 'volume',
    overlay: false,
    parameters: [
      period('fastperiod', 3, 'Bars of the fast average'),
      period('slowperiod', 10, 'Bars of the slow average'),
    ],
    outputs: ['real'],
    lookback: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ high, low, close, volume: traded }, { fastperiod, slowperiod }) => {
      const inputs = [high, low, close, traded];
      if (fastperiod <= slowperiod) return callTulind('adosc', inputs, [fastperiod, slowperiod]);
      // TA-Lib does not swap these two; tulind refuses them.
      return callTulind('adosc', inputs, [slowperiod, fastperiod]).map((line) => line.map((value) => -value));
    },
  }),
  defineIndicator({
    function: 'OBV',
    name: 'On Balance Volume',
    description: 'The running total of volume, added when the close rose, taken off when it fell.',
    group: 'volume',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 0,
    // TA-Lib starts from the first volume, tulind from 0.
    calculate: ({ close, volume: traded }) =>
      callTulind('obv', [close, traded]).map((line) => line.map((total) => total + (traded[0] ?? 0))),
  }),
  defineIndicator({
    function: 'EMV',
    name: 'Ease of Movement',
    description: 'How far the middle of the bar moved for the volume it took; 0 without volume.',
    group: 'volume',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 1,
    calculate: ({ high, low, volume: traded }) => nonFiniteToZero(callTulind('emv', [high, low, traded])),
  }),
  defineIndicator({
    function: 'KVO',
    name: 'Klinger Volume Oscillator',
    description: 'A fast exponential average of volume that follows the trend, less a slow one.',
    group: 'volume',
    overlay: false,
    parameters: [
      period('fastperiod', 34, 'Bars of the fast average', { min: 1 }),
      period('slowperiod', 55, 'Bars of the slow average', { min: 1 }),
    ],
    outputs: ['real'],
    lookback: () => 1,
    calculate: (bars, { fastperiod, slowperiod }) => [klingerOscillator(bars, fastperiod, slowperiod)],
  }),
  defineIndicator({
    function: 'MARKETFI',
    name: 'Market Facilitation Index',
    description: 'The range of a bar for each unit of volume; 0 without volume.',
    group: 'volume',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 0,
    calculate: ({ high, low, volume: traded }) =>
      nonFiniteToZero(callTulind('marketfi', [high, low, traded])),
  }),
  defineIndicator({
    function: 'NVI',
    name: 'Negative Volume Index',
    description: 'Grows and shrinks with the close, from 1000, on the bars whose volume fell.',
    group: 'volume',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 0,
    calculate: ({ close, volume: traded }) => callTulind('nvi', [close, traded]),
  }),
  defineIndicator({
    function: 'PVI',
    name: 'Positive Volume Index',
    description: 'Grows and shrinks with the close, from 1000, on the bars whose volume rose.',
    group: 'volume',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 0,
    calculate: ({ close, volume: traded }) => callTulind('pvi', [close, traded]),
  }),
  defineIndicator({
    function: 'VOSC',
    name: 'Volume Oscillator',
    description: 'The distance of a fast average of volume from a slow one, in percent.',
    group: 'volume',
    overlay: false,
    parameters: [
      period('fastperiod', 14, 'Bars of the fast average', { min: 1 }),
      period('slowperiod', 28, 'Bars of the slow average', { min: 1 }),
    ],
    outputs: ['real'],
    lookback: ({ fastperiod, slowperiod }) => Math.max(fastperiod, slowperiod) - 1,
    calculate: ({ volume: traded }, { fastperiod, slowperiod }) => {
      const periods = sortPeriods(fastperiod, slowperiod);
      return nonFiniteToZero(callTulind('vosc', [traded], periods));
    },
  }),
  defineIndicator({
    function: 'WAD',
    name: 'Williams Accumulation/Distribution',
    description: 'The running total of how far each close moved from the true low or the true high.',
    group: 'volume',
    overlay: false,
    parameters: [],
    outputs: ['real'],
    lookback: () => 1,
    calculate: ({ high, low, close }) => callTulind('wad', [high, low, close]),
  }),
];
