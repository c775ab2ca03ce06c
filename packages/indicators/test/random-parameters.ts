import fc from 'fast-check';
import type { IndicatorDefinition, IndicatorParameter } from '../src/index.ts';

/** Valid parameters, with periods at most 25 above their minimum, for short histories. */
export function validParameters({ parameters }: IndicatorDefinition): fc.Arbitrary<Record<string, number>> {
  return fc.record(
    Object.fromEntries(parameters.map((parameter) => [parameter.name, validValue(parameter)])),
  );
}

function validValue({ type, min, max }: IndicatorParameter): fc.Arbitrary<number> {
  if (type === 'integer') return fc.integer({ min, max: Math.min(min + 25, max) });
  return fc.oneof(
    fc.constantFrom(0, 1),
    fc.double({ min: Math.max(min, -4), max: Math.min(max, 4), noNaN: true }),
  );
}

/** Parameters as a caller may send them, mostly invalid. */
export function arbitraryParameters(definition: IndicatorDefinition): fc.Arbitrary<Record<string, unknown>> {
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      -1,
      0,
      1,
      2,
      2.5,
      14,
      '14',
      1e5,
      2 ** 30,
      2 ** 31,
      1e300,
      Number.NaN,
      Infinity,
      null,
    ),
    fc.anything(),
  );
  const names = definition.parameters.map(({ name }) => name);
  return fc.dictionary(fc.oneof(fc.constantFrom(...names, 'timeperiod'), fc.string()), value, { maxKeys: 4 });
}
