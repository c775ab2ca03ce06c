import { IndicatorError } from '../indicator-error.ts';
import { loadTulind, type TulindFunction } from './tulind-module.ts';

let loaded: ReadonlyMap<string, TulindFunction> | undefined;

/** The first calculation loads tulind, not an import of the catalogue: only calculation threads need it. */
function tulind(): ReadonlyMap<string, TulindFunction> {
  loaded ??= loadTulind();
  return loaded;
}

/** Larger options overflow tulind's integers. Equals TA-Lib's longest period. */
const maxOption = 100_000;

/**
 * Calls a function of tulind. This is the only caller: tulind does not check its arguments, and reads and writes
 * outside its arrays if its first value lies before bar 0 (ZLEMA with a period of 1) or after the last bar. That
 * destroys the data of other calculations in its memory.
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
  const called = tulind().get(name);
  if (!called || !isSafe(called, inputs, options)) throw tulindError(name, options);
  const outputs = called.calculate(inputs, options);
  if (!outputs) throw tulindError(name, options);
  return outputs;
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

function isSafe(
  { inputCount, optionCount, start }: TulindFunction,
  inputs: readonly Float64Array[],
  options: readonly number[],
): boolean {
  if (inputs.length !== inputCount || options.length !== optionCount) return false;
  const barCount = inputs[0]?.length ?? 0;
  if (!inputs.every((input) => input.length === barCount)) return false;
  if (!options.every((option) => Math.abs(option) <= maxOption)) return false;
  const begin = start(options);
  return begin >= 0 && begin < barCount;
}

function tulindError(name: string, options: readonly number[]): IndicatorError {
  return new IndicatorError('BAD_PARAMETER', `tulind cannot calculate ${name}(${options.join(', ')})`);
}

/** Replaces NaN and infinite values by 0: tulind divides by a range, volume or change of 0. */
export function nonFiniteToZero(outputs: readonly Float64Array[]): Float64Array[] {
  return outputs.map((output) => output.map((value) => (Number.isFinite(value) ? value : 0)));
}
