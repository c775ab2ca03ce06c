import { EOF, type IToken, type TokenType } from 'chevrotain';
import { maxOffset } from '../limits.ts';
import { mostSimilar } from '../most-similar.ts';
import { plainDigits } from '../print/format-number.ts';
import { errorAt, fixAt, quote, type RuleError, unknownName } from '../rule-error.ts';
import { isSeriesName } from '../syntax-tree.ts';
import { type SourceText, spanning, spanOf, textOf } from './source-tree.ts';
import * as t from './tokens.ts';

/** Operators of other languages, and the words to write instead. */
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

/** The functions of other tools that are operators here. */
export const crossings: ReadonlyMap<string, string> = new Map([
  ['crossover', 'crosses above'],
  ['crossunder', 'crosses below'],
]);

/** The words that follow "crosses". */
export const directions: readonly string[] = ['above', 'below'];
const directionSynonyms: ReadonlyMap<string, string> = new Map([
  ['over', 'above'],
  ['under', 'below'],
]);
const infixWords = ['and', 'or', 'crosses', 'touches'];

/** The operator that "is" stands for before these words. */
const comparisonsByDirection: ReadonlyMap<TokenType, string> = new Map([
  [t.above, '>'],
  [t.below, '<'],
]);

/** Tokens that a value or a condition follows. */
const expectOperand = new Set([
  ...[t.and, t.or, t.not, t.crosses, t.above, t.below, t.touches],
  ...[t.comparison, t.plus, t.minus, t.timesOrDivided, t.equals],
  ...[t.leftParenthesis, t.comma],
]);
const isLogical = ({ tokenType }: IToken) => [t.and, t.or, t.not].includes(tokenType);
const isComparison = ({ tokenType }: IToken) => [t.comparison, t.crosses, t.touches].includes(tokenType);
const isWord = ({ tokenType }: IToken) => tokenType === t.name || tokenType === t.number;

/** The error of a text whose token at `index` does not fit the grammar; an index after the last token is the end. */
export function syntaxError(tokens: readonly IToken[], index: number): RuleError {
  const token = tokens[index];
  const previous = tokens[index - 1];
  if (!token || token.tokenType === EOF) return errorAtEnd(tokens, previous);
  return (
    (previous && wordReadAsValue(previous, tokens.slice(0, index - 1))) ??
    unknownOperator(token, tokens[index + 1], previous) ??
    errorAt(spanOf(token), messageFor(tokens, index, token, previous))
  );
}

export function misspelt(word: SourceText, words: readonly string[]): RuleError | undefined {
  const meant = mostSimilar(word.text, words);
  return meant === undefined ? undefined : unknownName(word, word.text, `"${meant}"`, fixAt(word, meant));
}

/** The error of a key word that the grammar took for a value, so that it rejected the token after it. */
function wordReadAsValue(word: IToken, before: readonly IToken[]): RuleError | undefined {
  if (word.tokenType !== t.name) return undefined;
  const [beforeLast, last] = [before.at(-2), before.at(-1)];
  if (last?.tokenType === t.crosses) {
    const direction = directionSynonyms.get(word.image.toLowerCase());
    if (!direction) return misspelt(textOf(word), directions);
    return errorAt(
      spanOf(word),
      `Unexpected "${word.image}". Use "${direction}"`,
      fixAt(spanOf(word), direction),
    );
  }
  const isGroup = last?.tokenType === t.leftParenthesis && beforeLast?.tokenType !== t.name;
  return !last || isLogical(last) || isGroup ? misspelt(textOf(word), ['not']) : undefined;
}

/** The error of a word in the place of an operator that is one in other tools, or is misspelt. */
function unknownOperator(
  token: IToken,
  next: IToken | undefined,
  previous: IToken | undefined,
): RuleError | undefined {
  if (token.tokenType !== t.name || !previous || expectOperand.has(previous.tokenType)) return undefined;
  const word = token.image.toLowerCase();
  const comparison = word === 'is' && next && comparisonsByDirection.get(next.tokenType);
  if (comparison) {
    const span = spanning(spanOf(token), spanOf(next));
    return unknownName(span, `is ${next.image}`, `"${comparison}"`, fixAt(span, comparison));
  }
  const crossing = crossings.get(word);
  if (crossing)
    return unknownName(spanOf(token), token.image, `"${crossing}"`, fixAt(spanOf(token), crossing));
  return Object.hasOwn(replacements, word) ? undefined : misspelt(textOf(token), infixWords);
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
  const span = previous ? spanOf(previous) : { offset: 0, length: 0 };
  return errorAt(span, `The rule ends too early, after ${quote(previous?.image ?? '')}`);
}

function messageFor(
  tokens: readonly IToken[],
  index: number,
  token: IToken,
  previous: IToken | undefined,
): string {
  const unexpected = `Unexpected ${quote(token.image)}`;
  if (token.tokenType.name === 'MalformedNumber') return malformedNumber(token.image);
  const replacement = Object.hasOwn(replacements, token.image.toLowerCase())
    ? replacements[token.image.toLowerCase()]
    : undefined;
  if (replacement) return `${unexpected}. Use ${replacement}`;
  if (previous?.tokenType === t.leftBracket || token.tokenType === t.leftBracket) {
    return `${unexpected}. An offset is a whole number from 0 to ${maxOffset} after a value, for example "close[1]"`;
  }
  if (tokens[index - 2]?.tokenType === t.leftBracket)
    return `${unexpected}. Write "]" after ${quote(previous?.image ?? '')}`;
  if (token.tokenType === t.rightParenthesis && openParentheses(tokens.slice(0, index)).length === 0) {
    return 'This ")" has no "("';
  }
  if (!previous || expectOperand.has(previous.tokenType)) return operandMissing(token, previous);
  if (previous.tokenType === t.name && token.tokenType === t.number && !isSeriesName(previous.image)) {
    return `${unexpected}. Write parameters in parentheses, for example ${quote(`${previous.image}(${token.image})`)}`;
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
  const unexpected = `Unexpected ${quote(token.image)}`;
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
  return `Unexpected ${quote(image)}. Write ${isReadable ? plain : 'a number without an exponent'}`;
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
