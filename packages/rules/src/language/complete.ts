import type { IToken } from 'chevrotain';
import { type Catalogue, findFunction, takesInput } from './catalogue.ts';
import type { Span } from './rule-error.ts';
import { tokenize } from './syntax/parse-source.ts';
import * as t from './syntax/tokens.ts';
import { comparisonOperators, seriesNames } from './syntax-tree.ts';

export interface CompletionOption {
  /** Replaces the completion's span. */
  readonly text: string;
  readonly kind: 'function' | 'series' | 'output' | 'parameter' | 'keyword' | 'operator';
  /** For people: the name of a function, the description of a parameter. */
  readonly detail: string | null;
}

export interface Completion extends Span {
  readonly options: readonly CompletionOption[];
}

/** The words that can stand at an offset of a text, and the span that they replace: the word before the offset. */
export function completeRule(text: string, offset: number, catalogue: Catalogue): Completion {
  const before = text.slice(0, offset);
  const word = /[a-z_][a-z0-9_]*$/i.exec(before)?.[0] ?? '';
  const start = offset - word.length;
  const tokens = tokenize(before.slice(0, start));
  const options = optionsAfter(tokens, catalogue).filter((option) =>
    option.text.toLowerCase().startsWith(word.toLowerCase()),
  );
  return { offset: start, length: word.length, options };
}

const keyword = (text: string): CompletionOption => ({ text, kind: 'keyword', detail: null });
const operator = (text: string): CompletionOption => ({ text, kind: 'operator', detail: null });

function optionsAfter(tokens: readonly IToken[], catalogue: Catalogue): CompletionOption[] {
  const previous = tokens.at(-1);
  const position = positionAfter(tokens);
  switch (previous?.tokenType) {
    case t.crosses:
      return [keyword('above'), keyword('below'), ...values(catalogue)];
    case t.dot:
      return outputs(tokens, catalogue);
    case t.number:
    case t.name:
    case t.rightParenthesis:
    case t.rightBracket:
      return operators(position);
    case t.leftBracket:
    case t.equals:
      return [];
    default:
      return position.call
        ? callArguments(position.call, previous, catalogue)
        : [
            ...(position.isCompared || isArithmetic(previous)
              ? []
              : [keyword('not'), keyword('price touches')]),
            ...values(catalogue),
          ];
  }
}

/** The place behind the last token. */
interface Position {
  /** The function whose parentheses are open; null outside of calls. */
  call: string | null;
  /** Whether the condition at this place has its operator already. */
  isCompared: boolean;
  /** Whether `price` stands alone before this place. */
  isPrice: boolean;
}

function positionAfter(tokens: readonly IToken[]): Position {
  const open: Position[] = [{ call: null, isCompared: false, isPrice: false }];
  for (const [index, token] of tokens.entries()) {
    const current = open.at(-1);
    if (!current) break;
    const previous = tokens[index - 1];
    if (token.tokenType === t.leftParenthesis) {
      const call = previous?.tokenType === t.name ? previous.image : null;
      open.push({ call, isCompared: false, isPrice: false });
    } else if (token.tokenType === t.rightParenthesis && open.length > 1) {
      const inner = open.pop();
      const outer = open.at(-1);
      if (outer && inner?.call === null && inner.isCompared) outer.isCompared = true;
    } else if ([t.comparison, t.crosses, t.touches].includes(token.tokenType)) {
      current.isCompared = true;
    } else if ([t.and, t.or].includes(token.tokenType)) {
      current.isCompared = false;
    }
    current.isPrice = token.tokenType === t.name && token.image.toLowerCase() === 'price';
  }
  return open.at(-1) ?? { call: null, isCompared: false, isPrice: false };
}

function operators({ call, isCompared, isPrice }: Position): CompletionOption[] {
  if (isPrice) return [keyword('touches')];
  if (call !== null) return [...['+', '-', '*', '/'].map(operator)];
  const next = isCompared ? [keyword('and'), keyword('or')] : comparisonOperators.map(operator);
  return [...next, ...['+', '-', '*', '/'].map(operator)];
}

const isArithmetic = (token: IToken | undefined) =>
  token !== undefined && [t.plus, t.minus, t.timesOrDivided].includes(token.tokenType);

function values(catalogue: Catalogue): CompletionOption[] {
  return [
    ...seriesNames.map((text) => ({ text, kind: 'series' as const, detail: null })),
    ...catalogue.map(({ function: name, name: detail, parameters }) => ({
      text: `${name.toLowerCase()}(${parameters.map((parameter) => parameter.default).join(', ')})`,
      kind: 'function' as const,
      detail,
    })),
  ];
}

function callArguments(call: string, previous: IToken | undefined, catalogue: Catalogue): CompletionOption[] {
  const definition = findFunction(catalogue, call);
  if (!definition) return [];
  const parameters = definition.parameters.map(({ name, description }) => ({
    text: `${name}=`,
    kind: 'parameter' as const,
    detail: description,
  }));
  if (isArithmetic(previous)) return values(catalogue);
  const isFirst = previous?.tokenType === t.leftParenthesis;
  return [...parameters, ...(isFirst && takesInput(definition) ? values(catalogue) : [])];
}

/** The outputs of the call that ends before the dot. */
function outputs(tokens: readonly IToken[], catalogue: Catalogue): CompletionOption[] {
  let depth = 0;
  const start = tokens.findLastIndex(({ tokenType }) => {
    if (tokenType === t.rightParenthesis) depth++;
    if (tokenType === t.leftParenthesis) depth--;
    return tokenType === t.leftParenthesis && depth === 0;
  });
  const definition = findFunction(catalogue, tokens[start - 1]?.image ?? '');
  if (!definition || definition.outputs.length === 1) return [];
  return definition.outputs.map((text) => ({ text, kind: 'output', detail: null }));
}
