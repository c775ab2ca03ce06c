export type { Catalogue } from './catalogue.ts';
export { lookBackOf } from './look-back.ts';
export { type ParsedRule, parseRule } from './parse-rule.ts';
export type { RuleError, Span } from './rule-error.ts';
export type { Comparison, ComparisonOperator, Expression, Rule, SeriesName } from './syntax-tree.ts';
export { describeExpression, describeRule } from './text/describe.ts';
export { groupedDigits } from './text/format-number.ts';
export { printExpression, printRule } from './text/print.ts';
