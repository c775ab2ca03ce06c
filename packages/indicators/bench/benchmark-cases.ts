import { IndicatorsSync } from '@ixjb94/indicators';
import * as technical from 'technicalindicators';
import { calculate, type OhlcvColumns } from '../src/index.ts';
import { callTulind } from '../src/tulind/tulind.ts';

export interface Columns {
  open: number[];
  high: number[];
  low: number[];
  close: number[];
  volume: number[];
}

export interface BenchmarkCase {
  preset: string;
  /** The allowed time of this package, as a multiple of the time of plain tulind. */
  maxRatio: number;
  ours: (bars: OhlcvColumns) => unknown;
  tulind: (bars: OhlcvColumns) => unknown;
  technicalindicators: (bars: Columns) => unknown;
  ixjb94: (bars: Columns) => unknown;
}

const ixjb94 = new IndicatorsSync();

/** The eight presets with their defaults, in four libraries. */
export const benchmarkCases: readonly BenchmarkCase[] = [
  {
    preset: 'SMA',
    maxRatio: 1.25,
    ours: (bars) => calculate('SMA', bars),
    tulind: ({ close }) => callTulind('sma', [close], [20]),
    technicalindicators: ({ close: values }) => technical.SMA.calculate({ period: 20, values }),
    ixjb94: ({ close }) => ixjb94.sma(close, 20),
  },
  {
    preset: 'EMA',
    maxRatio: 1.25,
    ours: (bars) => calculate('EMA', bars),
    tulind: ({ close }) => callTulind('ema', [close], [20]),
    technicalindicators: ({ close: values }) => technical.EMA.calculate({ period: 20, values }),
    ixjb94: ({ close }) => ixjb94.ema(close, 20),
  },
  {
    preset: 'RSI',
    maxRatio: 1.25,
    ours: (bars) => calculate('RSI', bars),
    tulind: ({ close }) => callTulind('rsi', [close], [14]),
    technicalindicators: ({ close: values }) => technical.RSI.calculate({ period: 14, values }),
    ixjb94: ({ close }) => ixjb94.rsi(close, 14),
  },
  {
    preset: 'MACD',
    maxRatio: 2,
    ours: (bars) => calculate('MACD', bars),
    tulind: ({ close }) => callTulind('macd', [close], [12, 26, 9]),
    technicalindicators: ({ close: values }) =>
      technical.MACD.calculate({
        values,
        fastPeriod: 12,
        slowPeriod: 26,
        signalPeriod: 9,
        SimpleMAOscillator: false,
        SimpleMASignal: false,
      }),
    ixjb94: ({ close }) => ixjb94.macd(close, 12, 26, 9),
  },
  {
    preset: 'BBANDS',
    maxRatio: 2,
    ours: (bars) => calculate('BBANDS', bars),
    tulind: ({ close }) => callTulind('bbands', [close], [20, 2]),
    technicalindicators: ({ close: values }) =>
      technical.BollingerBands.calculate({ period: 20, stdDev: 2, values }),
    ixjb94: ({ close }) => ixjb94.bbands(close, 20, 2),
  },
  {
    preset: 'STOCH',
    maxRatio: 2,
    ours: (bars) => calculate('STOCH', bars),
    tulind: ({ high, low, close }) => callTulind('stoch', [high, low, close], [5, 3, 3]),
    technicalindicators: ({ high, low, close }) =>
      technical.Stochastic.calculate({ high, low, close, period: 5, signalPeriod: 3 }),
    ixjb94: ({ high, low, close }) => ixjb94.stoch(high, low, close, 5, 3, 3),
  },
  {
    preset: 'ATR',
    maxRatio: 1.25,
    ours: (bars) => calculate('ATR', bars),
    tulind: ({ high, low, close }) => callTulind('atr', [high, low, close], [14]),
    technicalindicators: ({ high, low, close }) => technical.ATR.calculate({ high, low, close, period: 14 }),
    ixjb94: ({ high, low, close }) => ixjb94.atr(high, low, close, 14),
  },
  {
    preset: 'CCI',
    maxRatio: 2,
    ours: (bars) => calculate('CCI', bars),
    tulind: ({ high, low, close }) => callTulind('cci', [high, low, close], [20]),
    technicalindicators: ({ high, low, close }) => technical.CCI.calculate({ high, low, close, period: 20 }),
    ixjb94: ({ high, low, close }) => ixjb94.cci(high, low, close, 20),
  },
];
