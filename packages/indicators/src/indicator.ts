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

export interface IndicatorDefinition {
  /** For people: "Simple Moving Average". */
  name: string;
  /** What it is asked for by: TA-Lib's name where TA-Lib has the function, tulind's otherwise. */
  function: string;
  /** One sentence; it says so where the numbers are not TA-Lib's. */
  description: string;
  group: 'overlap' | 'momentum' | 'volatility' | 'volume' | 'price' | 'statistics';
  parameters: readonly IndicatorParameter[];
  /** The lines by TA-Lib's names, the principal one first; "real" where there is only one. */
  outputs: readonly string[];
  /** Drawn on the price, not in a pane of its own. */
  overlay: boolean;
}

/** Outputs of one length that end at the last bar, one for each output. */
export type Outputs = readonly (readonly number[])[];

/** A definition with its mathematics. Both functions take parameters that were checked. */
export interface Indicator {
  readonly definition: IndicatorDefinition;
  /** The number of bars before the first that has a value. */
  lookback(parameters: Readonly<Record<string, number>>): number;
  /** Never called with as few bars as the look-back. */
  calculate(bars: OhlcvColumns, parameters: Readonly<Record<string, number>>): Outputs;
}

interface NamedParameter<Name extends string> extends IndicatorParameter {
  name: Name;
}

interface IndicatorSpecification<Name extends string> extends IndicatorDefinition {
  parameters: readonly NamedParameter<Name>[];
  lookback: (parameters: Readonly<Record<Name, number>>) => number;
  calculate: (bars: OhlcvColumns, parameters: Readonly<Record<Name, number>>) => Outputs;
}

/** Splits an entry of the catalogue into what may be shown and what calculates. */
export function defineIndicator<Name extends string>({
  lookback,
  calculate,
  ...definition
}: IndicatorSpecification<Name>): Indicator {
  return { definition, lookback, calculate };
}

/** TA-Lib takes no longer period. */
const maxPeriod = 100_000;

/** A whole number of bars, `timeperiod` and its like. */
export function period<Name extends string>(
  name: Name,
  preset: number,
  description: string,
  { min = 2, max = maxPeriod }: { min?: number; max?: number } = {},
): NamedParameter<Name> {
  return { name, type: 'integer', default: preset, min, max, step: 1, description };
}

/** A real number. */
export function real<Name extends string>(
  name: Name,
  preset: number,
  description: string,
  { min, max, step }: { min: number; max: number; step: number },
): NamedParameter<Name> {
  return { name, type: 'real', default: preset, min, max, step, description };
}

/** TA-Lib's bounds of a real parameter that may be any number. */
export const realBounds = { min: -3e37, max: 3e37, step: 0.1 };
