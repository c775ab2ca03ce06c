import { resolveIndicator } from '../catalogue.ts';
import type { IndicatorDefinition } from '../indicator.ts';
import { IndicatorError } from '../indicator-error.ts';

/**
 * The number of bars before the first value.
 * @param parameters all of them, checked
 * @throws IndicatorError TOO_FEW_BARS unless there are more bars than that
 */
export function checkBarCount(
  definition: IndicatorDefinition,
  parameters: Readonly<Record<string, number>>,
  count: number,
): number {
  const begin = resolveIndicator(definition.function).lookback(parameters);
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
  const asked = settings.length === 0 ? '' : ` with ${new Intl.ListFormat('en').format(settings)}`;
  const bars = needed === 1 ? 'bar' : 'bars';
  return new IndicatorError(
    'TOO_FEW_BARS',
    `${definition.function}${asked} needs at least ${needed} ${bars}, the stock has ${count}`,
  );
}
