import type { Expression, Rule } from '../syntax-tree.ts';
import { printExpression } from './print.ts';

/** The distinct sides of the rule's comparisons, from left to right; the price that touches is the close. */
export function operandsOf(rule: Rule): Expression[] {
  const byText = new Map(sidesOf(rule).map((side) => [printExpression(side), side]));
  return [...byText.values()];
}

function sidesOf(rule: Rule): Expression[] {
  switch (rule.type) {
    case 'comparison':
      return [rule.left, rule.right];
    case 'touch':
      return [{ type: 'series', name: 'close' }, rule.level];
    case 'not':
      return sidesOf(rule.condition);
    case 'and':
    case 'or':
      return rule.conditions.flatMap(sidesOf);
  }
}
