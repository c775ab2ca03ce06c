import { createToken, Lexer } from 'chevrotain';

const whiteSpace = createToken({ name: 'WhiteSpace', pattern: /\s+/, group: Lexer.SKIPPED });

/** With the prefix of Pine Script's functions, so that the check can leave it out: "ta.rsi". */
export const name = createToken({ name: 'Name', pattern: /(?:ta\.)?[a-z_][a-z0-9_]*/i });
const keyword = (word: string) =>
  createToken({ name: word, pattern: new RegExp(word, 'i'), longer_alt: name });
export const and = keyword('and');
export const or = keyword('or');
export const not = keyword('not');
export const crosses = keyword('crosses');
export const above = keyword('above');
export const below = keyword('below');
export const touches = keyword('touches');

export const number = createToken({ name: 'Number', pattern: /\d+(?:\.\d+)?/ });
export const comparison = createToken({ name: 'Comparison', pattern: /[<>]=?/ });
export const equals = createToken({ name: 'Equals', pattern: '=' });
export const plusOrMinus = createToken({ name: 'PlusOrMinus', pattern: Lexer.NA });
export const plus = createToken({ name: 'Plus', pattern: '+', categories: plusOrMinus });
export const minus = createToken({ name: 'Minus', pattern: '-', categories: plusOrMinus });
export const timesOrDivided = createToken({ name: 'TimesOrDivided', pattern: /[*/]/ });
export const leftParenthesis = createToken({ name: 'LeftParenthesis', pattern: '(' });
export const rightParenthesis = createToken({ name: 'RightParenthesis', pattern: ')' });
export const leftBracket = createToken({ name: 'LeftBracket', pattern: '[' });
export const rightBracket = createToken({ name: 'RightBracket', pattern: ']' });
export const comma = createToken({ name: 'Comma', pattern: ',' });
export const dot = createToken({ name: 'Dot', pattern: '.' });

/**
 * Characters and operators that the language does not have. As tokens that the grammar never accepts they get the
 * same errors as misplaced ones, and the lexer itself cannot fail.
 */
const malformedNumber = createToken({ name: 'MalformedNumber', pattern: /\.\d+|\d+(?:\.\d+)?e[+-]?\d+/i });
const foreignOperator = createToken({ name: 'ForeignOperator', pattern: /&&|\|\||[=!]==?|<>|=[<>]|\*\*/ });
const foreignCharacter = createToken({
  name: 'ForeignCharacter',
  pattern: /[\uD800-\uDBFF][\uDC00-\uDFFF]|[\s\S]/,
});

export const tokens = [
  whiteSpace,
  ...[and, or, not, crosses, above, below, touches, name],
  ...[malformedNumber, number, foreignOperator, comparison, equals],
  ...[plusOrMinus, plus, minus, timesOrDivided],
  ...[leftParenthesis, rightParenthesis, leftBracket, rightBracket, comma, dot],
  foreignCharacter,
];
