export { type Catalogue, type FunctionLookBack, takesInput } from './catalogue.ts';
export { type Completion, type CompletionOption, completeRule } from './complete.ts';
export { maxComparisons } from './limits.ts';
export { lookBackOf } from './look-back.ts';
export { type ParsedRule, parseRule } from './parse-rule.ts';
export { comparisonVerbs, describeExpression, describeRule } from './print/describe.ts';
export { groupedDigits } from './print/format-number.ts';
export { numbersOf, type RuleNumber, replaceNumbers } from './print/numbers.ts';
export { operandsOf } from './print/operands.ts';
export { printExpression, printRule } from './print/print.ts';
export { type RescaledRule, rescaleRule } from './print/rescale.ts';
export { describePast, type OperandValues, signalSentence } from './print/signal-sentence.ts';
export type { Fix, RuleError, Span } from './rule-error.ts';
export {
  type Comparison,
  type ComparisonOperator,
  comparisonOperators,
  type Expression,
  type Rule,
  type SeriesName,
} from './syntax-tree.ts';
