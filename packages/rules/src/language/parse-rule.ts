import type { Catalogue, FunctionLookBack } from './catalogue.ts';
import { checkRule } from './check/check-rule.ts';
import { maxTextLength } from './limits.ts';
import { groupedDigits } from './print/format-number.ts';
import { printRule } from './print/print.ts';
import { errorAt, type RuleError } from './rule-error.ts';
import { parseSource } from './syntax/parse-source.ts';
import type { Rule } from './syntax-tree.ts';

/** Either a rule, or at least one error, in the order of the text. */
export type ParsedRule =
  | { readonly rule: Rule; readonly errors: readonly [] }
  | { readonly rule: null; readonly errors: readonly RuleError[] };

/**
 * Reads and checks the text of a rule. Never throws.
 * @param catalogue the functions that rules can call
 * @param functionLookBack without it, the limit of the look-back is not checked: the browser does not know it
 */
export function parseRule(
  text: string,
  catalogue: Catalogue,
  functionLookBack: FunctionLookBack | null = null,
): ParsedRule {
  const whole = { offset: 0, length: text.length };
  if (text.trim() === '') {
    return failure(errorAt(whole, 'Write a rule, for example "rsi(14) crosses above 30"'));
  }
  if (text.length > maxTextLength) {
    const excess = { offset: maxTextLength, length: text.length - maxTextLength };
    return failure(errorAt(excess, tooLong(text.length)));
  }
  const source = parseSource(text);
  if ('message' in source) return failure(source);
  const checked = checkRule(source, text, catalogue, functionLookBack);
  if (Array.isArray(checked)) return failure(...checked);
  // Defaults are written out in the canonical text, which must be readable again.
  const canonicalLength = printRule(checked).length;
  if (canonicalLength > maxTextLength) {
    return failure(errorAt(whole, `${tooLong(canonicalLength)} with all parameters written out`));
  }
  return { rule: checked, errors: [] };
}

const tooLong = (length: number) =>
  `A rule has ${groupedDigits(maxTextLength)} characters at most, this one has ${groupedDigits(length)}`;

const failure = (...errors: readonly RuleError[]): ParsedRule => ({ rule: null, errors });
