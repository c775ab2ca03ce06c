import { resolveIndicator } from './catalogue.ts';
import type { IndicatorDefinition } from './indicator.ts';
import { IndicatorError } from './indicator-error.ts';
import type { OhlcvColumns } from './series.ts';
import { checkBarCount } from './validation/check-bar-count.ts';
import { checkBars } from './validation/check-bars.ts';
import { checkParameters } from './validation/check-parameters.ts';

export interface IndicatorResult {
  function: string;
  /** All parameters, with defaults filled in. */
  parameters: Record<string, number>;
  /** The index of the first bar that has a value: the look-back. */
  begin: number;
  /** `values` holds one value per bar from bar `begin` to the last bar, in the definition's order of outputs. */
  outputs: readonly { name: string; values: readonly number[] }[];
}

/**
 * The number of bars before the first value.
 * @throws IndicatorError UNKNOWN_FUNCTION or BAD_PARAMETER
 */
export function lookback(
  definition: IndicatorDefinition,
  parameters: Readonly<Record<string, unknown>> | null | undefined,
): number {
  return resolveIndicator(definition.function).lookback(checkParameters(definition, parameters));
}

/**
 * Calculates an indicator over all bars of a stock. Does not change the bars; every value is finite.
 * @param name a function of the catalogue, case-insensitive
 * @param bars more than the look-back, oldest first
 * @param parameters by name; defaults replace missing ones
 * @throws IndicatorError UNKNOWN_FUNCTION, BAD_PARAMETER, BAD_BARS or TOO_FEW_BARS; no other error
 */
export function calculate(
  name: string,
  bars: OhlcvColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
): IndicatorResult {
  const result = calculateAllowingNonFinite(name, bars, parameters);
  if (!result.outputs.every(({ values }) => values.every(Number.isFinite))) {
    throw notFiniteError(resolveIndicator(name).definition);
  }
  return result;
}

/**
 * As `calculate`, but returns values that are not finite instead of rejecting all values because of them. For
 * computed columns, in which zeros and overflows are not mistakes.
 */
export function calculateAllowingNonFinite(
  name: string,
  bars: OhlcvColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
): IndicatorResult {
  const indicator = resolveIndicator(name);
  const { definition } = indicator;
  const checked = checkParameters(definition, parameters);
  const begin = checkBarCount(definition, checked, checkBars(bars));
  const outputs = indicator.calculate(bars, checked);
  return {
    function: definition.function,
    parameters: checked,
    begin,
    outputs: definition.outputs.map((output, index) => ({ name: output, values: outputs[index] ?? [] })),
  };
}

/** Extreme prices overflow, and a few formulas divide by a price. */
function notFiniteError(definition: IndicatorDefinition): IndicatorError {
  return new IndicatorError(
    'BAD_BARS',
    `${definition.function} cannot be calculated: a price or volume is too large, too small or zero`,
  );
}
