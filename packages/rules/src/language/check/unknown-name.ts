import type { IndicatorDefinition } from '@stockbook/indicators';
import { type Catalogue, findFunction } from '../catalogue.ts';
import { mostSimilar } from '../most-similar.ts';
import { printExpression } from '../print/print.ts';
import { errorAt, type Fix, fixAt, quote, type RuleError, unknownName } from '../rule-error.ts';
import type { SourceCall, SourceText } from '../syntax/source-tree.ts';
import { crossings } from '../syntax/syntax-error.ts';
import { seriesNames } from '../syntax-tree.ts';
import { isWithinBounds } from './check-parameters.ts';

/** Functions of this language by their names in other tools, above all Pine Script. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['bb', 'bbands'],
  ['highest', 'max'],
  ['lowest', 'min'],
  ['hl2', 'medprice'],
  ['hlc3', 'typprice'],
  ['ohlc4', 'avgprice'],
]);

/**
 * The error of a name that is neither a function nor a series.
 * @param call null if no parentheses follow the name
 * @param text of the rule
 */
export function unknownFunctionOrSeries(
  name: SourceText,
  call: SourceCall | null,
  text: string,
  catalogue: Catalogue,
): RuleError {
  const plain = name.text.toLowerCase().replace(/^ta\./, '');
  const crossing = crossings.get(plain);
  if (crossing) {
    const fix = call ? crossingFix(call, crossing, text) : undefined;
    return unknownName(name, name.text, `"${crossing}"`, fix);
  }
  const numbered = withNumber(plain, catalogue);
  if (numbered) return unknownName(name, name.text, numbered, call ? undefined : fixAt(name, numbered));

  const similar = similarName(plain, catalogue);
  const definition = similar && findFunction(catalogue, similar);
  if (!similar) return errorAt(name, `Unknown name ${quote(name.text)}`);
  if (!definition || call) {
    return unknownName(name, name.text, similar, fixAt(name, similar.toLowerCase()));
  }
  const example = exampleOf(definition);
  return unknownName(name, name.text, example, fixAt(name, example));
}

/** The call of a function with its defaults, as it is written in a rule. */
export function exampleOf({ function: name, parameters }: IndicatorDefinition, first?: number): string {
  const values = parameters.map((parameter, index) => (index === 0 ? first : null) ?? parameter.default);
  return printExpression({ type: 'call', function: name, parameters: values, input: null, output: null });
}

/** The fix of `crossover(a, b)`: an operator between the arguments. */
function crossingFix(call: SourceCall, operator: string, text: string): Fix | undefined {
  const [left, right, ...others] = call.arguments.map(({ offset, length }) =>
    text.slice(offset, offset + length),
  );
  return left && right && others.length === 0 ? fixAt(call, `${left} ${operator} ${right}`) : undefined;
}

/** "sma(50)" for "sma50"; undefined for a name that is no function followed by its first parameter. */
function withNumber(name: string, catalogue: Catalogue): string | undefined {
  const [, stem = '', digits = ''] = /^([a-z_]*[a-z])_?(\d+)$/.exec(name) ?? [];
  const definition = findFunction(catalogue, synonyms.get(stem) ?? stem);
  const parameter = definition?.parameters[0];
  return parameter && isWithinBounds(parameter, Number(digits))
    ? exampleOf(definition, Number(digits))
    : undefined;
}

/** The function or series that is meant; undefined if none is similar enough. */
function similarName(name: string, catalogue: Catalogue): string | undefined {
  const known = findFunction(catalogue, synonyms.get(name) ?? name);
  const names = [...catalogue.map((definition) => definition.function), ...seriesNames];
  return known?.function ?? mostSimilar(name, names);
}
