import type { Catalogue } from '../catalogue.ts';
import {
  type Expression,
  joinConditions,
  negateCondition,
  negateExpression,
  type Rule,
} from '../syntax-tree.ts';
import { unitOf } from '../unit.ts';
import { isConstant } from './constants.ts';
import { printExpression } from './print.ts';

export interface RescaledRule {
  readonly rule: Rule;
  /** The constants that changed, from left to right. */
  readonly changes: readonly { readonly from: number; readonly to: number }[];
  /** Whether a constant that stays is compared with values that the split changes, for example a product. */
  readonly hasUnchanged: boolean;
}

/**
 * Adapts the constants of a rule to a split: those that are compared with or added to prices, and those that are
 * compared with or added to volumes. Constants in a product or quotient stay.
 * @param ratio new shares per old share: 10 for a split 10:1. Prices are divided by it, volumes multiplied.
 */
export function rescaleRule(rule: Rule, catalogue: Catalogue, ratio: number): RescaledRule {
  const changes: { from: number; to: number }[] = [];
  const rescaling = new Rescaling(catalogue, ratio, changes);
  return { rule: rescaling.rule(rule), changes, hasUnchanged: rescaling.hasUnchanged };
}

const significantDigits = 6;

class Rescaling {
  readonly #catalogue: Catalogue;
  readonly #ratio: number;
  readonly #changes: { from: number; to: number }[];
  hasUnchanged = false;

  constructor(catalogue: Catalogue, ratio: number, changes: { from: number; to: number }[]) {
    this.#catalogue = catalogue;
    this.#ratio = ratio;
    this.#changes = changes;
  }

  rule(rule: Rule): Rule {
    switch (rule.type) {
      case 'comparison': {
        const factor = this.#factorFor([rule.left, rule.right]);
        const sides = { left: this.#terms(rule.left, factor), right: this.#terms(rule.right, factor) };
        this.#compare(rule.left, sides.left, rule.right);
        this.#compare(rule.right, sides.right, rule.left);
        return { ...rule, ...sides };
      }
      case 'touch': {
        const level = this.#terms(rule.level, 1 / this.#ratio);
        this.#compare(rule.level, level, { type: 'series', name: 'close' });
        return { ...rule, level };
      }
      case 'not':
        return negateCondition(this.rule(rule.condition), rule.isGrouped);
      case 'and':
      case 'or':
        return joinConditions(
          rule.type,
          rule.conditions.map((condition) => this.rule(condition)),
        );
    }
  }

  /** Notes a constant that stays although it is compared with a value that the split changes. */
  #compare(constant: Expression, rescaled: Expression, value: Expression): void {
    if (!isConstant(constant) || (constant.type === 'number' && constant.value === 0)) return;
    if (printExpression(constant) !== printExpression(rescaled)) return;
    if (this.#dimensionOf(value) !== 0) this.hasUnchanged = true;
  }

  /** The power of the ratio by which a split divides a value: 1 for a price, −1 for a volume, 0 for their product. */
  #dimensionOf(expression: Expression): number {
    switch (expression.type) {
      case 'shift':
      case 'negation':
        return this.#dimensionOf(expression.operand);
      case 'arithmetic': {
        const left = this.#dimensionOf(expression.left);
        const right = this.#dimensionOf(expression.right);
        if (expression.operator === '*') return left + right;
        if (expression.operator === '/') return left - right;
        return left === 0 ? right : left;
      }
      default:
        return dimensions[unitOf(expression, this.#catalogue) ?? 'none'];
    }
  }

  /** The factor of the constants beside these values. Sums of prices and volumes have no unit: 1. */
  #factorFor(expressions: readonly Expression[]): number {
    const units = new Set(expressions.flatMap((expression) => this.#unitsOfTerms(expression)));
    if (units.size !== 1) return 1;
    if (units.has('price')) return 1 / this.#ratio;
    return units.has('volume') ? this.#ratio : 1;
  }

  #unitsOfTerms(expression: Expression): string[] {
    switch (expression.type) {
      case 'shift':
      case 'negation':
        return this.#unitsOfTerms(expression.operand);
      case 'arithmetic':
        return isProduct(expression)
          ? []
          : [...this.#unitsOfTerms(expression.left), ...this.#unitsOfTerms(expression.right)];
      default: {
        const unit = unitOf(expression, this.#catalogue);
        return unit === null ? [] : [unit];
      }
    }
  }

  /** Multiplies the constants among the terms of a sum; those inside an input belong to the terms of that input. */
  #terms(expression: Expression, factor: number): Expression {
    switch (expression.type) {
      case 'number':
        return this.#constant(expression, factor);
      case 'series':
        return expression;
      case 'call': {
        const { input } = expression;
        return input ? { ...expression, input: this.#terms(input, this.#factorFor([input])) } : expression;
      }
      case 'shift':
        return { ...expression, operand: this.#terms(expression.operand, factor) };
      case 'negation':
        return negateExpression(this.#terms(expression.operand, factor));
      case 'arithmetic': {
        const own = isProduct(expression) ? 1 : factor;
        const left = this.#terms(expression.left, own);
        return { ...expression, left, right: this.#terms(expression.right, own) };
      }
    }
  }

  #constant(expression: Expression & { type: 'number' }, factor: number): Expression {
    const from = expression.value;
    const to = factor === 1 ? from : Number((from * factor).toPrecision(significantDigits));
    if (to === from) return expression;
    this.#changes.push({ from, to });
    return { type: 'number', value: to };
  }
}

const dimensions = {
  none: 0,
  price: 1,
  volume: -1,
  'price^2': 2,
  'price/volume': 2,
  'price^2/volume': 3,
} as const;

const isProduct = ({ operator }: { operator: string }) => operator === '*' || operator === '/';
