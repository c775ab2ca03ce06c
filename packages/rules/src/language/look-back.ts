import { type Catalogue, type FunctionLookBack, namedParameters, requireFunction } from './catalogue.ts';
import type { Expression, Rule } from './syntax-tree.ts';

/** The number of bars before the first bar on which every part of the rule can have a value. */
export function lookBackOf(rule: Rule, catalogue: Catalogue, functionLookBack: FunctionLookBack): number {
  const ofExpression = (expression: Expression) =>
    lookBackOfExpression(expression, catalogue, functionLookBack);
  switch (rule.type) {
    case 'comparison':
      return Math.max(ofExpression(rule.left), ofExpression(rule.right));
    case 'touch':
      return ofExpression(rule.level);
    case 'not':
      return lookBackOf(rule.condition, catalogue, functionLookBack);
    case 'and':
    case 'or':
      return Math.max(
        ...rule.conditions.map((condition) => lookBackOf(condition, catalogue, functionLookBack)),
      );
  }
}

export function lookBackOfExpression(
  expression: Expression,
  catalogue: Catalogue,
  functionLookBack: FunctionLookBack,
): number {
  const of = (part: Expression) => lookBackOfExpression(part, catalogue, functionLookBack);
  switch (expression.type) {
    case 'number':
    case 'series':
      return 0;
    case 'call': {
      const definition = requireFunction(catalogue, expression.function);
      const own = functionLookBack(definition, namedParameters(definition, expression.parameters));
      return own + (expression.input ? of(expression.input) : 0);
    }
    case 'shift':
      return of(expression.operand) + expression.bars;
    case 'negation':
      return of(expression.operand);
    case 'arithmetic':
      return Math.max(of(expression.left), of(expression.right));
  }
}
