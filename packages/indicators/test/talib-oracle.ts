import type { OhlcvColumns } from '../src/index.ts';

/** The bars as plain arrays. */
type PlainColumns = Readonly<Record<keyof OhlcvColumns, readonly number[]>>;

/**
 * A second implementation of the eight presets, written as plainly as possible from TA-Lib's definitions, to
 * compare the package with. Each function returns its outputs by name, from the first bar that has a value.
 *
 * The order of additions is TA-Lib's: when prices hardly move, a variance consists of rounding errors.
 */
type Oracle = (bars: PlainColumns, parameters: Record<string, number>) => Record<string, number[]>;

export const plainColumns = ({ open, high, low, close, volume }: OhlcvColumns): PlainColumns => ({
  open: [...open],
  high: [...high],
  low: [...low],
  close: [...close],
  volume: [...volume],
});

const at = (values: readonly number[], index: number): number => {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value at index ${index}`);
  return value;
};
const parameter = (parameters: Record<string, number>, name: string): number => {
  const value = parameters[name];
  if (value === undefined) throw new RangeError(`Missing parameter ${name}`);
  return value;
};

/** The total of each window of `period` values: add the newest, read the total, subtract the oldest. */
function totals(values: readonly number[], period: number): number[] {
  const windowTotals: number[] = [];
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    total = total + at(values, i);
    if (i >= period - 1) {
      windowTotals.push(total);
      total = total - at(values, i - period + 1);
    }
  }
  return windowTotals;
}

const simple = (values: readonly number[], period: number) =>
  totals(values, period).map((total) => total / period);

function exponential(values: readonly number[], period: number): number[] {
  let average = 0;
  for (let i = 0; i < period; i++) average += at(values, i);
  average /= period;
  const averages = [average];
  for (let i = period; i < values.length; i++) {
    average = (at(values, i) - average) * (2 / (period + 1)) + average;
    averages.push(average);
  }
  return averages;
}

/** Wilder's smoothing: the mean of the first `period` values, then (average × (period − 1) + value) / period. */
function wilder(values: readonly number[], period: number): number[] {
  let average = 0;
  for (let i = 0; i < period; i++) average += at(values, i);
  average /= period;
  const averages = [average];
  for (let i = period; i < values.length; i++) {
    average = (average * (period - 1) + at(values, i)) / period;
    averages.push(average);
  }
  return averages;
}

const isConstant = (window: readonly number[]) => window.every((value) => value === window[0]);

export const talibOracle: Record<string, Oracle> = {
  SMA: ({ close }, p) => ({ real: simple(close, parameter(p, 'timeperiod')) }),

  EMA: ({ close }, p) => ({ real: exponential(close, parameter(p, 'timeperiod')) }),

  RSI: ({ close }, p) => {
    const changes = close.slice(1).map((price, i) => price - at(close, i));
    const gains = wilder(
      changes.map((change) => Math.max(change, 0)),
      parameter(p, 'timeperiod'),
    );
    const losses = wilder(
      changes.map((change) => Math.max(-change, 0)),
      parameter(p, 'timeperiod'),
    );
    const real = gains.map((gain, i) => {
      const total = gain + at(losses, i);
      return total < 1e-14 ? 0 : 100 * (gain / total);
    });
    return { real };
  },

  MACD: ({ close }, p) => {
    const fast = Math.min(parameter(p, 'fastperiod'), parameter(p, 'slowperiod'));
    const slow = Math.max(parameter(p, 'fastperiod'), parameter(p, 'slowperiod'));
    const signalPeriod = parameter(p, 'signalperiod');
    const slowAverages = exponential(close, slow);
    const fastAverages = exponential(close.slice(slow - fast), fast);
    const line = fastAverages.map((average, i) => average - at(slowAverages, i));
    const macdsignal = exponential(line, signalPeriod);
    const macd = line.slice(signalPeriod - 1);
    return { macd, macdsignal, macdhist: macd.map((value, i) => value - at(macdsignal, i)) };
  },

  BBANDS: ({ close }, p) => {
    const period = parameter(p, 'timeperiod');
    const means = simple(close, period);
    const squares = simple(
      close.map((price) => price * price),
      period,
    );
    const deviations = means.map((mean, i) => {
      if (isConstant(close.slice(i, i + period))) return 0;
      const variance = at(squares, i) - mean * mean;
      return variance < 1e-14 ? 0 : Math.sqrt(variance);
    });
    return {
      middleband: means,
      upperband: means.map((mean, i) => mean + at(deviations, i) * parameter(p, 'nbdevup')),
      lowerband: means.map((mean, i) => mean - at(deviations, i) * parameter(p, 'nbdevdn')),
    };
  },

  STOCH: ({ high, low, close }, p) => {
    const period = parameter(p, 'fastk_period');
    const fastk = close.slice(period - 1).map((price, i) => {
      const highest = Math.max(...high.slice(i, i + period));
      const lowest = Math.min(...low.slice(i, i + period));
      const percent = (highest - lowest) / 100;
      return percent === 0 ? 0 : (price - lowest) / percent;
    });
    const slowk = simple(fastk, parameter(p, 'slowk_period'));
    const slowd = simple(slowk, parameter(p, 'slowd_period'));
    return { slowk: slowk.slice(parameter(p, 'slowd_period') - 1), slowd };
  },

  ATR: ({ high, low, close }, p) => {
    const ranges = close.slice(1).map((_, i) => {
      const previousClose = at(close, i);
      const [currentHigh, currentLow] = [at(high, i + 1), at(low, i + 1)];
      return Math.max(
        currentHigh - currentLow,
        Math.abs(previousClose - currentHigh),
        Math.abs(previousClose - currentLow),
      );
    });
    return { real: wilder(ranges, parameter(p, 'timeperiod')) };
  },

  CCI: ({ high, low, close }, p) => {
    const period = parameter(p, 'timeperiod');
    const typical = close.map((price, i) => (at(high, i) + at(low, i) + price) / 3);
    const real = typical.slice(period - 1).map((price, i) => {
      const window = typical.slice(i, i + period);
      if (isConstant(window)) return 0;
      // TA-Lib sums a ring buffer in the order of its slots, not of the bars.
      const shift = i % period;
      const ring = [...window.slice(period - shift), ...window.slice(0, period - shift)];
      const mean = ring.reduce((total, value) => total + value, 0) / period;
      const distances = ring.reduce((total, value) => total + Math.abs(value - mean), 0);
      if (price - mean === 0 || distances === 0) return 0;
      return (price - mean) / (0.015 * (distances / period));
    });
    return { real };
  },
};
