import { momentum } from './catalogue/momentum.ts';
import { overlap } from './catalogue/overlap.ts';
import { price } from './catalogue/price.ts';
import { statistics } from './catalogue/statistics.ts';
import { trend } from './catalogue/trend.ts';
import { volatility } from './catalogue/volatility.ts';
import { volume } from './catalogue/volume.ts';
import type { Indicator, IndicatorDefinition } from './indicator.ts';
import { IndicatorError } from './indicator-error.ts';

const indicators: readonly Indicator[] = [
  ...overlap,
  ...momentum,
  ...trend,
  ...volatility,
  ...volume,
  ...price,
  ...statistics,
];
const indicatorsByFunction = new Map(
  indicators.map((indicator) => [indicator.definition.function, indicator]),
);

/** Their values equal TA-Lib's at every bar. */
const presets = ['SMA', 'EMA', 'RSI', 'MACD', 'BBANDS', 'STOCH', 'ATR', 'CCI'];

/** All indicators: the eight presets first, then the others by group. */
export const catalogue: readonly IndicatorDefinition[] = [
  ...new Set([...presets.map(findIndicator), ...indicators.map(({ definition }) => definition)]),
];

/**
 * The definition and calculation of an indicator.
 * @param name its function, case-insensitive
 * @throws IndicatorError UNKNOWN_FUNCTION
 */
export function resolveIndicator(name: string): Indicator {
  if (typeof name !== 'string') {
    throw new IndicatorError('UNKNOWN_FUNCTION', 'The name of an indicator must be text');
  }
  const indicator = indicatorsByFunction.get(name.toUpperCase());
  if (!indicator) throw new IndicatorError('UNKNOWN_FUNCTION', `Unknown indicator ${JSON.stringify(name)}`);
  return indicator;
}

/**
 * The definition of an indicator.
 * @param name its function, case-insensitive
 * @throws IndicatorError UNKNOWN_FUNCTION
 */
export function findIndicator(name: string): IndicatorDefinition {
  return resolveIndicator(name).definition;
}
