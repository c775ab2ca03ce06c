import type { IndicatorDefinition } from '@stockbook/indicators';
import { type Catalogue, requireFunction } from './catalogue.ts';
import type { Expression } from './syntax-tree.ts';

type Unit = IndicatorDefinition['unit'];

/** The unit of a value without multiplication and division; null if it has none, or parts of different units. */
export function unitOf(expression: Expression, catalogue: Catalogue): Unit {
  switch (expression.type) {
    case 'number':
      return null;
    case 'series':
      return expression.name === 'volume' ? 'volume' : 'price';
    case 'call': {
      const { unit } = requireFunction(catalogue, expression.function);
      // A function of the close has the unit of what it reads.
      return expression.input && unit === 'price' ? unitOf(expression.input, catalogue) : unit;
    }
    case 'shift':
    case 'negation':
      return unitOf(expression.operand, catalogue);
    case 'arithmetic': {
      if (expression.operator === '*' || expression.operator === '/') return null;
      const left = unitOf(expression.left, catalogue);
      const right = unitOf(expression.right, catalogue);
      return left === right || right === null ? left : left === null ? right : null;
    }
  }
}
