import type { IndicatorDefinition, IndicatorParameter } from '../indicator.ts';
import { IndicatorError } from '../indicator-error.ts';

/**
 * Checks names, types and bounds. Values are not coerced: the string "14" is invalid.
 * @param parameters by name; null and undefined stand for no parameters
 * @returns all parameters in the definition's order, with defaults for missing ones
 * @throws IndicatorError BAD_PARAMETER, with the parameter's name unless `parameters` is not an object
 */
export function checkParameters(
  definition: IndicatorDefinition,
  parameters: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, number> {
  const given = new Map(Object.entries(requireObject(parameters)));
  const known = new Set(definition.parameters.map(({ name }) => name));
  for (const name of given.keys()) {
    if (known.has(name)) continue;
    throw new IndicatorError(
      'BAD_PARAMETER',
      `${definition.function} has no parameter ${JSON.stringify(name)}`,
      name,
    );
  }
  return Object.fromEntries(
    definition.parameters.map((parameter) => {
      const value = given.get(parameter.name);
      return [parameter.name, value === undefined ? parameter.default : checkValue(parameter, value)];
    }),
  );
}

function requireObject(parameters: unknown): object {
  if (parameters === null || parameters === undefined) return {};
  if (typeof parameters === 'object' && !Array.isArray(parameters)) return parameters;
  throw new IndicatorError('BAD_PARAMETER', 'The parameters must be an object of numbers');
}

function checkValue({ name, type, min, max }: IndicatorParameter, value: unknown): number {
  const isValid =
    typeof value === 'number' && value >= min && value <= max && (type === 'real' || Number.isInteger(value));
  if (isValid) return value;
  const kind = type === 'integer' ? 'whole number' : 'number';
  throw new IndicatorError('BAD_PARAMETER', `${name} must be a ${kind} from ${min} to ${max}`, name);
}
