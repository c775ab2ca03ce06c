import type { Expression } from '../syntax-tree.ts';

/** Whether a value is the same on every bar. */
export function isConstant(expression: Expression): boolean {
  switch (expression.type) {
    case 'number':
      return true;
    case 'series':
    case 'call':
      return false;
    case 'shift':
    case 'negation':
      return isConstant(expression.operand);
    case 'arithmetic':
      return isConstant(expression.left) && isConstant(expression.right);
  }
}
