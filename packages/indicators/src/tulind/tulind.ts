import { createRequire } from 'node:module';
import { IndicatorError } from '../indicator-error.ts';

interface TulindIndicator {
  /** The index of the first bar that has a value. */
  start(options: number[]): number;
  /** Calls `callback` before it returns, without outputs if the options are invalid. */
  indicator(
    inputs: number[][],
    options: number[],
    callback: (error: string | null, outputs: Float64Array[] | null) => void,
  ): void;
}

interface Tulind {
  readonly indicators: Record<string, TulindIndicator>;
}

let loaded: Tulind | undefined;

/**
 * tulind (Tulip Indicators 0.8) is CommonJS without types. The first calculation loads it, not an import of the
 * catalogue: only calculation threads need native code.
 */
function tulind(): Tulind {
  loaded ??= createRequire(import.meta.url)('tulind') as Tulind;
  return loaded;
}

/** Larger options overflow tulind's integers and crash the process. Equals TA-Lib's longest period. */
const maxOption = 100_000;

/**
 * Calls a function of tulind. This is the only caller: tulind does not check its arguments, and reads and writes
 * outside its arrays if its first value lies before bar 0 (ZLEMA with a period of 1) or after the last bar, which
 * crashes the process.
 * @param name tulind's name, in lower case
 * @param inputs arrays of equal length, one value per bar, oldest first
 * @returns the outputs in tulind's order, each from tulind's first bar to the last bar
 * @throws IndicatorError BAD_PARAMETER if the call is unsafe or tulind rejects the options
 */
export function callTulind(
  name: string,
  inputs: readonly Float64Array[],
  options: readonly number[] = [],
): Float64Array[] {
  const indicator = tulind().indicators[name];
  if (!indicator || !isSafe(indicator, inputs, options)) throw tulindError(name, options);
  const result: Float64Array[] = [];
  indicator.indicator(inputs.map(plainArray), [...options], (_error, outputs) => {
    result.push(...(outputs ?? []));
  });
  if (result.length === 0) throw tulindError(name, options);
  return result;
}

/**
 * Calls a function of tulind that has one output.
 * @returns that output
 * @throws IndicatorError BAD_PARAMETER as `callTulind`
 */
export function callTulindSingle(
  name: string,
  inputs: readonly Float64Array[],
  options: readonly number[] = [],
): Float64Array {
  const [output] = callTulind(name, inputs, options);
  if (!output) throw tulindError(name, options);
  return output;
}

/** tulind takes plain arrays only. A loop: `Array.from` takes several times as long. */
function plainArray(values: Float64Array): number[] {
  const array: number[] = [];
  for (let index = 0; index < values.length; index++) array.push(values[index] ?? 0);
  return array;
}

function isSafe(
  indicator: TulindIndicator,
  inputs: readonly Float64Array[],
  options: readonly number[],
): boolean {
  const barCount = inputs[0]?.length ?? 0;
  if (!inputs.every((input) => input.length === barCount)) return false;
  if (!options.every((option) => Math.abs(option) <= maxOption)) return false;
  const begin = indicator.start([...options]);
  return begin >= 0 && begin < barCount;
}

function tulindError(name: string, options: readonly number[]): IndicatorError {
  return new IndicatorError('BAD_PARAMETER', `tulind cannot calculate ${name}(${options.join(', ')})`);
}

/** Replaces NaN and infinite values by 0: tulind divides by a range, volume or change of 0. */
export function nonFiniteToZero(outputs: readonly Float64Array[]): Float64Array[] {
  return outputs.map((output) => output.map((value) => (Number.isFinite(value) ? value : 0)));
}
