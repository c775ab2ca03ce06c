import type { OhlcvColumns } from './series.ts';

export interface IndicatorParameter {
  name: string;
  type: 'integer' | 'real';
  default: number;
  min: number;
  max: number;
  step: number;
  description: string;
}

/**
 * The unit of an indicator's values; null if they have none, such as a percentage. A stock split rescales values
 * with a unit: prices by its factor, volumes by the inverse of that factor.
 */
export type IndicatorUnit = 'price' | 'volume' | 'price^2' | 'price/volume' | 'price^2/volume' | null;

export interface IndicatorDefinition {
  /** For users: "Simple Moving Average". */
  name: string;
  /** The identifier in requests: TA-Lib's name, or tulind's in upper case if TA-Lib does not have the function. */
  function: string;
  /** One sentence for users. It names each difference from TA-Lib's values, bounds and parameters. */
  description: string;
  group: 'overlap' | 'momentum' | 'volatility' | 'volume' | 'price' | 'statistics';
  /** The columns of the bars that the function reads. */
  inputs: readonly (keyof OhlcvColumns)[];
  parameters: readonly IndicatorParameter[];
  /** TA-Lib's output names, the principal output first; "real" if there is only one. */
  outputs: readonly string[];
  /** Of every output. */
  unit: IndicatorUnit;
  /** Drawn on the price chart, not in a pane of its own. */
  overlay: boolean;
}

/** One array per output, all of equal length, each with one value per bar from bar `lookBack` to the last bar. */
type Outputs = readonly Float64Array[];

/** A definition with its calculation. Both functions expect parameters from `checkParameters`. */
export interface Indicator {
  readonly definition: IndicatorDefinition;
  /** The number of bars before the first value. */
  lookBack(parameters: Readonly<Record<string, number>>): number;
  /** Expects more bars than `lookBack`. */
  calculate(bars: OhlcvColumns, parameters: Readonly<Record<string, number>>): Outputs;
}

interface NamedParameter<Name extends string> extends IndicatorParameter {
  name: Name;
}

/** Most indicators have one output, `real`, without a unit, and are drawn in a pane of their own. */
interface IndicatorSpecification<Name extends string>
  extends Omit<IndicatorDefinition, 'group' | 'outputs' | 'unit' | 'overlay'>,
    Partial<Pick<IndicatorDefinition, 'outputs' | 'unit' | 'overlay'>> {
  parameters: readonly NamedParameter<Name>[];
  lookBack: (parameters: Readonly<Record<Name, number>>) => number;
  calculate: (bars: OhlcvColumns, parameters: Readonly<Record<Name, number>>) => Outputs;
}

/** @returns a function that defines an indicator of a group, and types its parameters by name */
export function indicatorsOf(group: IndicatorDefinition['group']) {
  return <Name extends string>({
    lookBack,
    calculate,
    outputs = ['real'],
    unit = null,
    overlay = false,
    ...definition
  }: IndicatorSpecification<Name>): Indicator => ({
    definition: { ...definition, group, outputs, unit, overlay },
    lookBack,
    calculate,
  });
}

/** Bars: TA-Lib's upper bound of a period. */
const maxPeriod = 100_000;

/** A whole number of bars, such as `timeperiod`. By default at least 2, TA-Lib's lower bound of most periods. */
export function period<Name extends string>(
  name: Name,
  defaultValue: number,
  description: string,
  { min = 2, max = maxPeriod }: { min?: number; max?: number } = {},
): NamedParameter<Name> {
  return { name, type: 'integer', default: defaultValue, min, max, step: 1, description };
}

/** A real number within bounds; `step` is the increment of the input field. */
export function real<Name extends string>(
  name: Name,
  defaultValue: number,
  description: string,
  { min, max, step }: { min: number; max: number; step: number },
): NamedParameter<Name> {
  return { name, type: 'real', default: defaultValue, min, max, step, description };
}

/** TA-Lib's bounds of an unrestricted real parameter. */
export const realBounds = { min: -3e37, max: 3e37, step: 0.1 };
