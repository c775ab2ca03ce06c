import { type Catalogue, requireFunction } from './catalogue.ts';
import type { Expression, Rule, SeriesName } from './syntax-tree.ts';

/** The columns of the bars that a rule reads, some of them several times. */
export function seriesOf(rule: Rule, catalogue: Catalogue): SeriesName[] {
  switch (rule.type) {
    case 'comparison':
      return [...seriesOfExpression(rule.left, catalogue), ...seriesOfExpression(rule.right, catalogue)];
    case 'touch':
      return ['low', 'high', 'close', ...seriesOfExpression(rule.level, catalogue)];
    case 'not':
      return seriesOf(rule.condition, catalogue);
    case 'and':
    case 'or':
      return rule.conditions.flatMap((condition) => seriesOf(condition, catalogue));
  }
}

function seriesOfExpression(expression: Expression, catalogue: Catalogue): readonly SeriesName[] {
  switch (expression.type) {
    case 'number':
      return [];
    case 'series':
      return [expression.name];
    case 'call':
      return expression.input
        ? seriesOfExpression(expression.input, catalogue)
        : requireFunction(catalogue, expression.function).inputs;
    case 'shift':
    case 'negation':
      return seriesOfExpression(expression.operand, catalogue);
    case 'arithmetic':
      return [
        ...seriesOfExpression(expression.left, catalogue),
        ...seriesOfExpression(expression.right, catalogue),
      ];
  }
}
