import { EOF, type IToken } from 'chevrotain';
import { maxOffset } from '../limits.ts';
import { errorAt, type RuleError } from '../rule-error.ts';
import { seriesNames } from '../syntax-tree.ts';
import { plainDigits } from '../text/format-number.ts';
import * as t from './tokens.ts';

/** What users of other languages write, and what to write instead. */
const replacements: Readonly<Record<string, string>> = {
  above: '">", or "crosses above"',
  over: '">", or "crosses above"',
  below: '"<", or "crosses below"',
  under: '"<", or "crosses below"',
  is: '">", "<", or "crosses above"',
  cross: '"crosses", "crosses above" or "crosses below"',
  crossed: '"crosses", "crosses above" or "crosses below"',
  touch: '"touches", as in "price touches 100"',
  touched: '"touches", as in "price touches 100"',
  '&&': '"and"',
  '&': '"and"',
  '||': '"or"',
  '|': '"or"',
  '!': '"not"',
  '≥': '">="',
  '=>': '">="',
  '≤': '"<="',
  '=<': '"<="',
  '=': '">=" or "<="',
  '==': '">=" or "<="',
  '===': '">=" or "<="',
  '≠': '">" or "<"',
  '!=': '">" or "<"',
  '!==': '">" or "<"',
  '<>': '">" or "<"',
  '−': '"-"',
  '–': '"-"',
  '×': '"*"',
  '·': '"*"',
  '÷': '"/"',
};

const directions: ReadonlyMap<string | undefined, string> = new Map([
  ['over', 'above'],
  ['under', 'below'],
]);

/** Tokens that a value or a condition follows. */
const expectOperand = new Set([
  ...[t.and, t.or, t.not, t.crosses, t.above, t.below, t.touches],
  ...[t.comparison, t.plus, t.minus, t.timesOrDivided, t.equals],
  ...[t.leftParenthesis, t.comma],
]);
const isLogical = ({ tokenType }: IToken) => [t.and, t.or, t.not].includes(tokenType);
const isSeries = ({ image }: IToken) => seriesNames.some((name) => name === image.toLowerCase());
const isComparison = ({ tokenType }: IToken) => [t.comparison, t.crosses, t.touches].includes(tokenType);
const isWord = ({ tokenType }: IToken) => tokenType === t.name || tokenType === t.number;

/** The error of a text whose token at `index` does not fit the grammar; an index after the last token is the end. */
export function syntaxError(tokens: readonly IToken[], index: number): RuleError {
  const token = tokens[index];
  const previous = tokens[index - 1];
  if (!token || token.tokenType === EOF) return errorAtEnd(tokens, previous);
  // After "crosses", "over" was read as the name of an indicator.
  const direction =
    tokens[index - 2]?.tokenType === t.crosses && directions.get(previous?.image.toLowerCase());
  if (previous && direction) {
    return errorAt(spanOf(previous), `Unexpected "${previous.image}". Use "${direction}"`);
  }
  return errorAt(spanOf(token), messageFor(tokens, index, token, previous));
}

function spanOf(token: IToken | undefined) {
  return { offset: token?.startOffset ?? 0, length: token?.image.length ?? 0 };
}

function errorAtEnd(tokens: readonly IToken[], previous: IToken | undefined): RuleError {
  if (previous && expectOperand.has(previous.tokenType)) {
    return errorAt(spanOf(previous), `Write a ${operandAfter(previous)} after "${previous.image}"`);
  }
  const openBracket = tokens.findLast(({ tokenType }) => [t.leftBracket, t.rightBracket].includes(tokenType));
  if (openBracket?.tokenType === t.leftBracket) {
    return errorAt(spanOf(openBracket), 'Close this "[" with "]"');
  }
  const openParenthesis = openParentheses(tokens).at(-1);
  if (openParenthesis) return errorAt(spanOf(openParenthesis), 'Close this "(" with ")"');
  return errorAt(spanOf(previous), `The rule ends too early, after "${previous?.image ?? ''}"`);
}

function messageFor(
  tokens: readonly IToken[],
  index: number,
  token: IToken,
  previous: IToken | undefined,
): string {
  const unexpected = `Unexpected "${token.image}"`;
  if (token.tokenType.name === 'MalformedNumber') return malformedNumber(token.image);
  const replacement = Object.hasOwn(replacements, token.image.toLowerCase())
    ? replacements[token.image.toLowerCase()]
    : undefined;
  if (replacement) return `${unexpected}. Use ${replacement}`;
  if (previous?.tokenType === t.leftBracket || token.tokenType === t.leftBracket) {
    return `${unexpected}. An offset is a whole number from 0 to ${maxOffset} after a value, for example "close[1]"`;
  }
  if (tokens[index - 2]?.tokenType === t.leftBracket)
    return `${unexpected}. Write "]" after "${previous?.image}"`;
  if (token.tokenType === t.rightParenthesis && openParentheses(tokens.slice(0, index)).length === 0) {
    return 'This ")" has no "("';
  }
  if (!previous || expectOperand.has(previous.tokenType)) return operandMissing(token, previous);
  if (previous.tokenType === t.name && token.tokenType === t.number && !isSeries(previous)) {
    return `${unexpected}. Write parameters in parentheses, for example "${previous.image}(${token.image})"`;
  }
  if (token.tokenType === t.comma && openParentheses(tokens.slice(0, index)).length === 0) {
    return `${unexpected}. Write numbers without thousands separators, for example 1000`;
  }
  if (isWord(token) || token.tokenType === t.not || token.tokenType === t.leftParenthesis) {
    return isCompared(tokens.slice(0, index))
      ? `${unexpected}. Join comparisons with "and" or "or"`
      : `${unexpected}. Write an operator before it, for example ">"`;
  }
  if (isComparison(token)) {
    return `${unexpected}. Compare two values at a time and join the comparisons with "and"`;
  }
  return unexpected;
}

function operandMissing(token: IToken, previous: IToken | undefined): string {
  const unexpected = `Unexpected "${token.image}"`;
  if (['ForeignCharacter', 'ForeignOperator'].includes(token.tokenType.name)) return unexpected;
  if (!previous) return `${unexpected}. Write a value before it, for example "close"`;
  if (previous.tokenType === t.leftParenthesis && token.tokenType === t.rightParenthesis) {
    return 'Write something between "(" and ")"';
  }
  return `${unexpected}. Write a ${operandAfter(previous)} after "${previous.image}"`;
}

const operandAfter = (previous: IToken) => (isLogical(previous) ? 'comparison' : 'value');

function malformedNumber(image: string): string {
  const plain = plainDigits(Number(image));
  const isReadable = plain.length <= 21 && Number.isFinite(Number(image));
  return `Unexpected "${image}". Write ${isReadable ? plain : 'a number without an exponent'}`;
}

/** Whether the last of the conditions so far has its operator. */
function isCompared(tokens: readonly IToken[]): boolean {
  return tokens.findLastIndex(isComparison) > tokens.findLastIndex(isLogical);
}

/** The opening parentheses without a closing one, outermost first. */
function openParentheses(tokens: readonly IToken[]): IToken[] {
  const open: IToken[] = [];
  for (const token of tokens) {
    if (token.tokenType === t.leftParenthesis) open.push(token);
    if (token.tokenType === t.rightParenthesis) open.pop();
  }
  return open;
}
