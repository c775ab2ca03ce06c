export { type Catalogue, type FunctionLookBack, takesInput } from './catalogue.ts';
export { type Completion, type CompletionOption, completeRule } from './complete.ts';
export { maxComparisons } from './limits.ts';
export { lookBackOf } from './look-back.ts';
export { type ParsedRule, parseRule } from './parse-rule.ts';
export type { Fix, RuleError, Span } from './rule-error.ts';
export {
  type Comparison,
  type ComparisonOperator,
  comparisonOperators,
  type Expression,
  type Rule,
  type SeriesName,
} from './syntax-tree.ts';
export { comparisonVerbs, describeExpression, describeRule } from './text/describe.ts';
export { groupedDigits } from './text/format-number.ts';
export { numbersOf, type RuleNumber, replaceNumbers } from './text/numbers.ts';
export { operandsOf } from './text/operands.ts';
export { printExpression, printRule } from './text/print.ts';
export { type RescaledRule, rescaleRule } from './text/rescale.ts';
export { describePast, type OperandValues, signalSentence } from './text/signal-sentence.ts';
