import type { IndicatorDefinition } from '@stockbook/indicators';
import { type Catalogue, findFunction, takesInput } from '../catalogue.ts';
import { mostSimilar } from '../most-similar.ts';
import { errorAt, fixAt, quote, type RuleError } from '../rule-error.ts';
import type { SourceArgument, SourceCall, SourceNode, SourceText } from '../syntax/source-tree.ts';
import { type Call, type Expression, isSeriesName } from '../syntax-tree.ts';
import { checkParameters, readNumber } from './check-parameters.ts';
import { list } from './list.ts';
import { unknownFunctionOrSeries } from './unknown-name.ts';

/** The surrounding check of a rule. */
interface CallContext {
  /** The rule's text. */
  text: string;
  catalogue: Catalogue;
  report(error: RuleError): null;
  /** Null if an error was reported. */
  checkExpression(node: SourceNode): Expression | null;
}

/** Resolves a call against the catalogue; null if an error was reported. */
export function checkCall(node: SourceCall, context: CallContext): Call | null {
  const definition = findFunction(context.catalogue, node.name.text);
  if (!definition) return context.report(unknownFunction(node, context));
  const [first, ...others] = node.arguments;
  const hasInput = first !== undefined && isInput(first);
  const output = checkOutput(definition, node.output, context);
  const input = hasInput ? checkInput(definition, first, context) : null;
  const parameters = checkParameters(definition, hasInput ? others : node.arguments, context.report);
  if (output === undefined || input === undefined || !parameters) return null;
  return { type: 'call', function: definition.function, parameters, input, output };
}

function unknownFunction(node: SourceCall, { text, catalogue }: CallContext): RuleError {
  const { name } = node;
  if (isSeriesName(name.text)) {
    const example = `For an earlier bar write "${name.text.toLowerCase()}[1]"`;
    return errorAt(name, `"${name.text}" is no function and takes no parameters. ${example}`);
  }
  return unknownFunctionOrSeries(name, node, text, catalogue);
}

/** Null for the principal output, undefined if an error was reported. */
function checkOutput(
  { function: name, outputs }: IndicatorDefinition,
  output: SourceText | null,
  { report }: CallContext,
): string | null | undefined {
  if (!output) return null;
  const index = outputs.indexOf(output.text.toLowerCase());
  if (index >= 0) return index === 0 ? null : outputs[index];
  if (outputs.length === 1) {
    report(errorAt(output, `${name} has one output: leave out ${quote(`.${output.text}`)}`));
  } else {
    const suggestion = mostSimilar(output.text, outputs);
    const hint = suggestion ? `. Did you mean ${suggestion}?` : `: its outputs are ${list(outputs)}`;
    const fix = suggestion === undefined ? undefined : fixAt(output, suggestion);
    report(errorAt(output, `${name} has no output ${quote(output.text)}${hint}`, fix));
  }
  return undefined;
}

/** A number without a name is a parameter, everything else without a name an input. */
const isInput = ({ parameter, value }: SourceArgument) => !parameter && readNumber(value) === null;

/** Null for the close, which functions read by default; undefined if an error was reported. */
function checkInput(
  definition: IndicatorDefinition,
  argument: SourceArgument,
  { report, checkExpression }: CallContext,
): Expression | null | undefined {
  if (!takesInput(definition)) {
    const { function: name, inputs } = definition;
    report(errorAt(argument, `${name} reads ${list(inputs)} and takes no input`));
    return undefined;
  }
  const input = checkExpression(argument.value);
  if (!input) return undefined;
  return input.type === 'series' && input.name === 'close' ? null : input;
}
