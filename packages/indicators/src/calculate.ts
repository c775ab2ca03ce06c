import { resolveIndicator } from './catalogue.ts';
import type { Indicator, IndicatorDefinition } from './indicator.ts';
import { IndicatorError } from './indicator-error.ts';
import { indexOfNonFinite, type OhlcvColumns, type SeriesColumns } from './series.ts';
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
  outputs: readonly { name: string; values: Float64Array }[];
}

/**
 * The number of bars before the first value.
 * @throws IndicatorError UNKNOWN_FUNCTION or BAD_PARAMETER
 */
export function lookBack(
  definition: IndicatorDefinition,
  parameters: Readonly<Record<string, unknown>> | null | undefined,
): number {
  return resolveIndicator(definition.function).lookBack(checkParameters(definition, parameters));
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
  bars: SeriesColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
): IndicatorResult {
  const indicator = resolveIndicator(name);
  const checked = checkParameters(indicator.definition, parameters);
  const result = resultOf(indicator, checkBars(bars), checked);
  if (result.outputs.some(({ values }) => indexOfNonFinite(values) !== -1)) {
    throw notFiniteError(indicator.definition);
  }
  return result;
}

/**
 * As `calculate`, but returns values that are not finite instead of rejecting all values because of them. For
 * computed columns, in which zeros and overflows are not mistakes.
 * @param bars are not checked: many functions read the same ones. Columns outside the function's inputs are not read,
 * except for the number of closes
 */
export function calculateAllowingNonFinite(
  name: string,
  bars: OhlcvColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
): IndicatorResult {
  const indicator = resolveIndicator(name);
  return resultOf(indicator, bars, checkParameters(indicator.definition, parameters));
}

function resultOf(
  { definition, calculate: valuesOf }: Indicator,
  bars: OhlcvColumns,
  parameters: Record<string, number>,
): IndicatorResult {
  const begin = checkBarCount(definition, parameters, bars.close.length);
  const outputs = valuesOf(bars, parameters);
  return {
    function: definition.function,
    parameters,
    begin,
    outputs: outputs.map((values, index) => ({ name: definition.outputs[index] ?? '', values })),
  };
}

/** Extreme prices overflow, and a few formulas divide by a price. */
function notFiniteError(definition: IndicatorDefinition): IndicatorError {
  return new IndicatorError(
    'BAD_BARS',
    `${definition.function} cannot be calculated: a price or volume is too large, too small or zero`,
  );
}
