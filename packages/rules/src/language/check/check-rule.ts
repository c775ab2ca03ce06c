import { type Catalogue, type FunctionLookBack, findFunction } from '../catalogue.ts';
import { maxComparisons, maxLookBack } from '../limits.ts';
import { lookBackOfExpression } from '../look-back.ts';
import { groupedDigits } from '../print/format-number.ts';
import { errorAt, type RuleError } from '../rule-error.ts';
import type { SourceNode, SourceText } from '../syntax/source-tree.ts';
import { directions, misspelt } from '../syntax/syntax-error.ts';
import { type Expression, isSeriesName, joinConditions, negateCondition, type Rule } from '../syntax-tree.ts';
import { ExpressionCheck } from './check-expression.ts';
import { incompleteComparison } from './incomplete-comparison.ts';

/**
 * Looks names up, and checks parameters and limits.
 * @param text that `node` was read from
 * @param functionLookBack null if it is unknown, as in the browser: the look-back is not checked then
 */
export function checkRule(
  node: SourceNode,
  text: string,
  catalogue: Catalogue,
  functionLookBack: FunctionLookBack | null,
): Rule | RuleError[] {
  const check = new RuleCheck(text, catalogue, functionLookBack);
  const rule = check.condition(node);
  return rule && check.errors.length === 0 ? rule : check.errors.toSorted((a, b) => a.offset - b.offset);
}

/** Its methods return null if they reported an error. */
class RuleCheck {
  readonly errors: RuleError[] = [];
  readonly #catalogue: Catalogue;
  readonly #functionLookBack: FunctionLookBack | null;
  readonly #expressions: ExpressionCheck;
  #comparisonCount = 0;

  constructor(text: string, catalogue: Catalogue, functionLookBack: FunctionLookBack | null) {
    this.#catalogue = catalogue;
    this.#functionLookBack = functionLookBack;
    this.#expressions = new ExpressionCheck(text, catalogue, (error) => this.#report(error));
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
        const isNegation = node.type === 'call' && node.arguments.some(({ value }) => isCondition(value));
        if (isNegation && this.#reportMisspelt(node.name, ['not'])) return null;
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
    const direction = node.operator === 'crosses' ? firstName(node.right) : null;
    if (direction && this.#reportMisspelt(direction, directions)) return null;
    const left = this.#side(node.left);
    const right = this.#side(node.right);
    return left && right && { type: 'comparison', operator: node.operator, left, right };
  }

  #touch(left: SourceNode, right: SourceNode): Rule | null {
    const name = left.type === 'name' ? firstName(left) : null;
    const isPrice = name?.text.toLowerCase() === 'price';
    if (name && !isPrice && this.#reportMisspelt(name, ['price'])) return null;
    if (!isPrice) this.#report(errorAt(left, 'Only the price touches a level. Write "price touches"'));
    const level = this.#side(right);
    return isPrice && level ? { type: 'touch', level } : null;
  }

  /** Whether a name is one of these key words, misspelt, and was read as the name of a function or series. */
  #reportMisspelt(name: SourceText, words: readonly string[]): boolean {
    const isKnown = findFunction(this.#catalogue, name.text) || isSeriesName(name.text);
    const error = isKnown ? undefined : misspelt(name, words);
    if (error) this.#report(error);
    return error !== undefined;
  }

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

/** A condition by its syntax; in parentheses, too. */
const isCondition = (node: SourceNode): boolean =>
  node.type === 'group' ? isCondition(node.content) : ['comparison', 'and', 'or', 'not'].includes(node.type);

/** The name that a value begins with: "abov" in \`abov - 5\` and in \`abov(close)\`; null if it begins otherwise. */
function firstName(node: SourceNode): SourceText | null {
  switch (node.type) {
    case 'name':
      return { text: node.name, offset: node.offset, length: node.length };
    case 'call':
      return node.name;
    case 'arithmetic':
      return firstName(node.left);
    case 'shift':
      return firstName(node.operand);
    default:
      return null;
  }
}
