import { createRequire } from 'node:module';
import { IndicatorError } from '../indicator-error.ts';

interface TulindIndicator {
  /** The first row that has a value. */
  start(options: number[]): number;
  /** Calls back before it returns, without outputs where the options do not suit it. */
  indicator(
    inputs: (readonly number[])[],
    options: number[],
    callback: (error: string | null, outputs: number[][] | null) => void,
  ): void;
}

interface Tulind {
  readonly indicators: Record<string, TulindIndicator>;
}

let loaded: Tulind | undefined;

/**
 * tulind is CommonJS without types; its numbers come from Tulip Indicators 0.8. One thread of a process can load
 * it, so it is loaded by the first calculation, not by whoever only wants the catalogue.
 */
function tulind(): Tulind {
  loaded ??= createRequire(import.meta.url)('tulind') as Tulind;
  return loaded;
}

/** Larger options overrun tulind's own arithmetic and end the process. */
const maxOption = 100_000;

/**
 * Calls one of tulind's functions: its outputs in its order, from its own first row to the last bar.
 *
 * tulind trusts its caller: it reads and writes outside its arrays when its first row lies before bar 0
 * (ZLEMA of one bar) or behind the last bar, and takes the process down. So nothing else calls it, and this
 * looks first.
 * @throws IndicatorError BAD_PARAMETER when tulind cannot be called safely, or refuses
 */
export function callTulind(
  name: string,
  inputs: readonly (readonly number[])[],
  options: readonly number[] = [],
): number[][] {
  const called = tulind().indicators[name];
  if (!called || !isSafe(called, inputs, options)) throw refusal(name, options);
  const lines: number[][] = [];
  called.indicator([...inputs], [...options], (_error, outputs) => {
    lines.push(...(outputs ?? []));
  });
  if (lines.length === 0) throw refusal(name, options);
  return lines;
}

/** The only line of one of tulind's functions. */
export function callTulindSingle(
  name: string,
  inputs: readonly (readonly number[])[],
  options: readonly number[] = [],
): number[] {
  const [line] = callTulind(name, inputs, options);
  if (!line) throw refusal(name, options);
  return line;
}

function isSafe(
  called: TulindIndicator,
  inputs: readonly (readonly number[])[],
  options: readonly number[],
): boolean {
  const bars = inputs[0]?.length ?? 0;
  if (!inputs.every((input) => input.length === bars)) return false;
  if (!options.every((option) => Math.abs(option) <= maxOption)) return false;
  const firstRow = called.start([...options]);
  return firstRow >= 0 && firstRow < bars;
}

function refusal(name: string, options: readonly number[]): IndicatorError {
  return new IndicatorError('BAD_PARAMETER', `tulind cannot calculate ${name}(${options.join(', ')})`);
}

/** The lines with 0 where tulind divided by zero: by no range, no volume, no movement. */
export function nonFiniteToZero(lines: readonly (readonly number[])[]): number[][] {
  return lines.map((line) => line.map((value) => (Number.isFinite(value) ? value : 0)));
}
