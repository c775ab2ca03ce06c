import type { Catalogue, FunctionLookBack } from '../catalogue.ts';
import { maxComparisons, maxLookBack } from '../limits.ts';
import { lookBackOfExpression } from '../look-back.ts';
import { errorAt, type RuleError } from '../rule-error.ts';
import type { SourceNode } from '../syntax/source-tree.ts';
import { type Expression, joinConditions, negateCondition, type Rule } from '../syntax-tree.ts';
import { groupedDigits } from '../text/format-number.ts';
import { ExpressionCheck } from './check-expression.ts';
import { incompleteComparison } from './incomplete-comparison.ts';

/**
 * Looks names up, and checks parameters and limits.
 * @param functionLookBack null if it is unknown, as in the browser: the look-back is not checked then
 */
export function checkRule(
  node: SourceNode,
  catalogue: Catalogue,
  functionLookBack: FunctionLookBack | null,
): Rule | RuleError[] {
  const check = new RuleCheck(catalogue, functionLookBack);
  const rule = check.condition(node);
  return rule && check.errors.length === 0
    ? rule
    : check.errors.toSorted((one, other) => one.offset - other.offset);
}

/** Its methods return null if they reported an error. */
class RuleCheck {
  readonly errors: RuleError[] = [];
  readonly #catalogue: Catalogue;
  readonly #functionLookBack: FunctionLookBack | null;
  readonly #expressions: ExpressionCheck;
  #comparisonCount = 0;

  constructor(catalogue: Catalogue, functionLookBack: FunctionLookBack | null) {
    this.#catalogue = catalogue;
    this.#functionLookBack = functionLookBack;
    this.#expressions = new ExpressionCheck(catalogue, (error) => this.#report(error));
  }

  condition(node: SourceNode): Rule | null {
    switch (node.type) {
      case 'and':
      case 'or': {
        const conditions = node.operands.map((operand) => this.condition(operand));
        return conditions.every((condition) => condition !== null)
          ? joinConditions(node.type, conditions)
          : null;
      }
      case 'not': {
        const condition = this.condition(node.operand);
        return condition && negateCondition(condition, node.operand.type === 'group');
      }
      case 'group':
        return this.condition(node.content);
      case 'comparison':
        return this.#comparison(node);
      default: {
        const value = this.#expressions.check(node);
        return value && this.#report(errorAt(node, incompleteComparison(value, this.#catalogue)));
      }
    }
  }

  #comparison(node: SourceNode & { type: 'comparison' }): Rule | null {
    this.#comparisonCount++;
    if (this.#comparisonCount === maxComparisons + 1) {
      this.#report(errorAt(node, `A rule has ${maxComparisons} comparisons at most`));
    }
    if (node.operator === 'touches') return this.#touch(node.left, node.right);
    const left = this.#side(node.left);
    const right = this.#side(node.right);
    return left && right && { type: 'comparison', operator: node.operator, left, right };
  }

  #touch(left: SourceNode, right: SourceNode): Rule | null {
    const isPrice = left.type === 'name' && left.name.toLowerCase() === 'price';
    if (!isPrice) this.#report(errorAt(left, 'Only the price touches a level. Write "price touches"'));
    const level = this.#side(right);
    return isPrice && level ? { type: 'touch', level } : null;
  }

  /** A side of a comparison. */
  #side(node: SourceNode): Expression | null {
    const expression = this.#expressions.check(node);
    if (!expression || !this.#functionLookBack) return expression;
    const bars = lookBackOfExpression(expression, this.#catalogue, this.#functionLookBack);
    if (bars <= maxLookBack) return expression;
    const [used, max] = [groupedDigits(bars), groupedDigits(maxLookBack)];
    return this.#report(errorAt(node, `This looks back ${used} bars. A rule looks back ${max} bars at most`));
  }

  #report(error: RuleError): null {
    this.errors.push(error);
    return null;
  }
}
