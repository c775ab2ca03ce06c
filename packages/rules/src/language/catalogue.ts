import type { IndicatorDefinition } from '@stockbook/indicators';

/** The functions that rules can call. An argument, because `@stockbook/indicators` needs Node.js. */
export type Catalogue = readonly IndicatorDefinition[];

/** The number of bars before a function's first value, for parameters by name. */
export type FunctionLookBack = (
  definition: IndicatorDefinition,
  parameters: Readonly<Record<string, number>>,
) => number;

/** @param name in any case */
export function findFunction(catalogue: Catalogue, name: string): IndicatorDefinition | undefined {
  const upperCaseName = name.toUpperCase();
  return catalogue.find((definition) => definition.function === upperCaseName);
}

/** @throws RangeError if the catalogue does not have the function: the rule was parsed with another catalogue */
export function requireFunction(catalogue: Catalogue, name: string): IndicatorDefinition {
  const definition = findFunction(catalogue, name);
  if (!definition) throw new RangeError(`The catalogue has no function ${name}`);
  return definition;
}

export function namedParameters(
  definition: IndicatorDefinition,
  values: readonly number[],
): Record<string, number> {
  return Object.fromEntries(
    definition.parameters.map(({ name, default: defaultValue }, index) => [
      name,
      values[index] ?? defaultValue,
    ]),
  );
}

/** Functions that read only the close also read any other series. */
export const takesInput = ({ inputs }: IndicatorDefinition) => inputs.length === 1 && inputs[0] === 'close';
