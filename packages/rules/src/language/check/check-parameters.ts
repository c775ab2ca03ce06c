import type { IndicatorDefinition, IndicatorParameter } from '@stockbook/indicators';
import { mostSimilar } from '../most-similar.ts';
import { errorAt, fixAt, quote, type RuleError } from '../rule-error.ts';
import type { SourceArgument, SourceNode } from '../syntax/source-tree.ts';
import { isNegative } from '../syntax-tree.ts';
import { list } from './list.ts';

/**
 * Assigns arguments to parameters: by position first, then by name.
 * @returns the values of all parameters in the catalogue's order, or null if an error was reported
 */
export function checkParameters(
  definition: IndicatorDefinition,
  given: readonly SourceArgument[],
  report: (error: RuleError) => null,
): number[] | null {
  const { function: name, parameters } = definition;
  const values = new Map<string, number>();
  const errors: RuleError[] = [];
  const firstNamed = given.findIndex(({ parameter }) => parameter !== null);
  for (const [position, argument] of given.entries()) {
    const parameter = argument.parameter
      ? parameters.find((known) => known.name === argument.parameter?.text.toLowerCase())
      : parameters[position];
    const value = readNumber(argument.value);
    if (!argument.parameter && value === null) {
      errors.push(errorAt(argument, misplacedInput(definition)));
    } else if (!argument.parameter && firstNamed !== -1 && firstNamed < position) {
      errors.push(errorAt(argument, 'Write numbers without a name before numbers with one'));
    } else if (!parameter) {
      errors.push(unknownParameter(definition, argument));
    } else if (values.has(parameter.name)) {
      errors.push(errorAt(argument, `${parameter.name} of ${name} is given twice`));
    } else if (value === null || !isWithinBounds(parameter, value)) {
      errors.push(errorAt(argument.value, outOfBounds(definition, parameter)));
    } else {
      values.set(parameter.name, value);
    }
  }
  errors.forEach(report);
  if (errors.length > 0) return null;
  return parameters.map((parameter) => values.get(parameter.name) ?? parameter.default);
}

function misplacedInput({ function: name }: IndicatorDefinition): string {
  return `Only the first argument of ${name} may be a price, volume or indicator; the others are numbers`;
}

function unknownParameter(
  { function: name, parameters }: IndicatorDefinition,
  argument: SourceArgument,
): RuleError {
  const { parameter } = argument;
  const names = parameters.map((known) => known.name);
  if (names.length === 0) return errorAt(parameter ?? argument, `${name} has no parameters`);
  const allNames =
    names.length === 1 ? `one parameter: ${names[0]}` : `${names.length} parameters: ${list(names)}`;
  if (!parameter) return errorAt(argument, `${name} has ${allNames}`);
  const suggestion = mostSimilar(parameter.text, names);
  const hint = suggestion ? `Did you mean ${suggestion}?` : `It has ${allNames}`;
  const fix = suggestion === undefined ? undefined : fixAt(parameter, suggestion);
  return errorAt(parameter, `${name} has no parameter ${quote(parameter.text)}. ${hint}`, fix);
}

export function isWithinBounds({ type, min, max }: IndicatorParameter, value: number): boolean {
  return value >= min && value <= max && (type === 'real' || Number.isInteger(value));
}

function outOfBounds(
  { function: name }: IndicatorDefinition,
  { name: parameter, type, min, max }: IndicatorParameter,
): string {
  const kind = type === 'integer' ? 'whole number' : 'number';
  return `${parameter} of ${name} must be a ${kind} from ${min} to ${max}`;
}

/** The value of what is printed as a number: also with a minus sign, in parentheses or with `[0]`; otherwise null. */
export function readNumber(node: SourceNode): number | null {
  if (node.type === 'number') return node.value;
  if (node.type === 'group') return readNumber(node.content);
  if (node.type === 'shift') return Number(node.bars.text) === 0 ? readNumber(node.operand) : null;
  if (node.type !== 'negation') return null;
  const value = readNumber(node.operand);
  return value === null || isNegative(value) ? null : -value;
}
