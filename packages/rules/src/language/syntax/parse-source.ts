import { type IToken, Lexer } from 'chevrotain';
import { maxDepth } from '../limits.ts';
import { errorAt, type RuleError } from '../rule-error.ts';
import { RuleParser } from './rule-parser.ts';
import type { SourceNode } from './source-tree.ts';
import { syntaxError } from './syntax-error.ts';
import { leftParenthesis, rightParenthesis, tokens } from './tokens.ts';

let lexer: Lexer | undefined;
let parser: RuleParser | undefined;

export function tokenize(text: string): IToken[] {
  // Safe mode: the optimization by first characters skips characters beyond ASCII without an error.
  lexer ??= new Lexer(tokens, { positionTracking: 'onlyOffset', skipValidations: true, safeMode: true });
  return lexer.tokenize(text).tokens;
}

/** Reads a text by the grammar alone. */
export function parseSource(text: string): SourceNode | RuleError {
  const input = tokenize(text);
  const tooDeep = findTooDeep(input);
  if (tooDeep) return tooDeep;
  // The analysis of the grammar takes milliseconds: once per process, and not before it is needed.
  parser ??= new RuleParser();
  parser.input = input;
  const node = parser.rule();
  const [error] = parser.errors;
  if (!error) return node;
  const index = input.indexOf(error.token);
  return syntaxError(input, index === -1 ? input.length : index);
}

/** Before parsing: the parser recurses for every parenthesis. */
function findTooDeep(input: readonly IToken[]): RuleError | undefined {
  let depth = 0;
  for (const { tokenType, startOffset, image } of input) {
    if (tokenType === rightParenthesis) depth--;
    if (tokenType === leftParenthesis) depth++;
    if (depth > maxDepth) {
      const message = `Parentheses are nested too deeply: ${maxDepth} levels at most`;
      return errorAt({ offset: startOffset, length: image.length }, message);
    }
  }
  return undefined;
}
