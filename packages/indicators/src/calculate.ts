import { resolveIndicator } from './catalogue.ts';
import type { IndicatorDefinition, Outputs } from './indicator.ts';
import { IndicatorError } from './indicator-error.ts';
import type { OhlcvColumns } from './series.ts';
import { checkBarCount } from './validation/check-bar-count.ts';
import { checkBars } from './validation/check-bars.ts';
import { checkParameters } from './validation/check-parameters.ts';

export interface IndicatorResult {
  function: string;
  /** All of them, defaults filled in. */
  parameters: Record<string, number>;
  /** The index of the first bar that has a value. */
  begin: number;
  /** One line an output; each ends at the last bar, so its length is the number of bars less `begin`. */
  outputs: readonly { name: string; values: readonly number[] }[];
}

/**
 * The number of bars before the first value.
 * @throws IndicatorError for an unknown function or parameters that do not fit
 */
export function lookback(
  definition: IndicatorDefinition,
  parameters: Readonly<Record<string, unknown>> | null | undefined,
): number {
  return resolveIndicator(definition.function).lookback(checkParameters(definition, parameters));
}

/**
 * Calculates an indicator over all bars of a stock. The bars are not changed; every value is finite.
 * @param name a function of the catalogue, in any case
 * @param parameters by name; defaults stand in for what is missing
 * @throws IndicatorError and nothing else: for the function, the parameters, the bars, or too few of them
 */
export function calculate(
  name: string,
  bars: OhlcvColumns,
  parameters?: Readonly<Record<string, unknown>> | null,
): IndicatorResult {
  const indicator = resolveIndicator(name);
  const { definition } = indicator;
  const checked = checkParameters(definition, parameters);
  const count = checkBars(bars);
  const begin = checkBarCount(definition, checked, count);
  const values = indicator.calculate(bars, checked);
  if (!values.every((line) => line.every(Number.isFinite))) throw outOfRange(definition);
  return { function: definition.function, parameters: checked, begin, outputs: named(definition, values) };
}

function named({ outputs }: IndicatorDefinition, values: Outputs): IndicatorResult['outputs'] {
  return outputs.map((name, output) => ({ name, values: values[output] ?? [] }));
}

/** Prices beyond all reason overflow, and a few formulas divide by a price. */
function outOfRange(definition: IndicatorDefinition): IndicatorError {
  return new IndicatorError(
    'BAD_BARS',
    `${definition.function} cannot be calculated: a price or volume is too large, too small or zero`,
  );
}
