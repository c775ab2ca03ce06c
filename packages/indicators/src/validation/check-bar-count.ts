import { resolveIndicator } from '../catalogue.ts';
import type { IndicatorDefinition } from '../indicator.ts';
import { IndicatorError } from '../indicator-error.ts';

/**
 * Checks that an indicator has at least one value.
 * @param parameters as `checkParameters` returns them
 * @param count the number of bars
 * @returns the look-back: the number of bars before the first value
 * @throws IndicatorError TOO_FEW_BARS if `count` is not larger than the look-back
 */
export function checkBarCount(
  definition: IndicatorDefinition,
  parameters: Readonly<Record<string, number>>,
  count: number,
): number {
  const begin = resolveIndicator(definition.function).lookBack(parameters);
  if (count <= begin) throw tooFewBars(definition, parameters, begin + 1, count);
  return begin;
}

function tooFewBars(
  definition: IndicatorDefinition,
  parameters: Readonly<Record<string, number>>,
  needed: number,
  count: number,
): IndicatorError {
  const settings = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  const withSettings = settings.length === 0 ? '' : ` with ${new Intl.ListFormat('en').format(settings)}`;
  const bars = needed === 1 ? 'bar' : 'bars';
  return new IndicatorError(
    'TOO_FEW_BARS',
    `${definition.function}${withSettings} needs at least ${needed} ${bars}, the stock has ${count}`,
  );
}
