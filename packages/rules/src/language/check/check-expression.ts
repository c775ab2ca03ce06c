import { type Catalogue, findFunction } from '../catalogue.ts';
import { maxIndicatorCalls, maxOffset, maxReportedExpressions } from '../limits.ts';
import { printExpression } from '../print/print.ts';
import { errorAt, fixAt, type RuleError } from '../rule-error.ts';
import type { SourceNode } from '../syntax/source-tree.ts';
import { type Expression, negateExpression, seriesNames, shiftExpression } from '../syntax-tree.ts';
import { checkCall } from './check-call.ts';
import { exampleOf, unknownFunctionOrSeries } from './unknown-name.ts';

/** Checks the expressions of one rule. Its methods return null once they, or enough earlier calls, reported errors. */
export class ExpressionCheck {
  readonly #text: string;
  readonly #catalogue: Catalogue;
  readonly #report: (error: RuleError) => null;
  /** The canonical texts of the calls, without their outputs. */
  readonly #calls = new Set<string>();
  #reportedCount = 0;

  constructor(text: string, catalogue: Catalogue, report: (error: RuleError) => null) {
    this.#text = text;
    this.#catalogue = catalogue;
    this.#report = (error) => {
      this.#reportedCount += 1;
      return report(error);
    };
  }

  check(node: SourceNode): Expression | null {
    if (this.#reportedCount >= maxReportedExpressions) return null;
    switch (node.type) {
      case 'number':
        return Number.isFinite(node.value)
          ? { type: 'number', value: node.value }
          : this.#report(errorAt(node, 'This number is too large'));
      case 'name':
        return this.#name(node);
      case 'call':
        return this.#call(node);
      case 'shift':
        return this.#shift(node);
      case 'negation': {
        const operand = this.check(node.operand);
        return operand && negateExpression(operand);
      }
      case 'arithmetic': {
        const left = this.check(node.left);
        const right = this.check(node.right);
        return left && right && { type: 'arithmetic', operator: node.operator, left, right };
      }
      case 'group':
        return this.check(node.content);
      default:
        return this.#report(errorAt(node, 'This is true or false. Write a number, a price or an indicator'));
    }
  }

  #name(node: SourceNode & { type: 'name' }): Expression | null {
    const series = seriesNames.find((known) => known === node.name.toLowerCase());
    if (series) return { type: 'series', name: series };
    if (node.name.toLowerCase() === 'price') {
      return this.#report(errorAt(node, '"price" stands before "touches" only. Use "close"'));
    }
    const definition = findFunction(this.#catalogue, node.name);
    if (!definition) {
      const name = { ...node, text: node.name };
      return this.#report(unknownFunctionOrSeries(name, null, this.#text, this.#catalogue));
    }
    const example = exampleOf(definition);
    const message = `Write ${definition.function} with parentheses, for example "${example}"`;
    return this.#report(errorAt(node, message, fixAt(node, example)));
  }

  #call(node: SourceNode & { type: 'call' }): Expression | null {
    const call = checkCall(node, {
      text: this.#text,
      catalogue: this.#catalogue,
      report: this.#report,
      checkExpression: (input) => this.check(input),
    });
    if (!call) return null;
    const countBefore = this.#calls.size;
    this.#calls.add(printExpression({ ...call, output: null }));
    return countBefore === maxIndicatorCalls && this.#calls.size > maxIndicatorCalls
      ? this.#report(errorAt(node, `A rule has ${maxIndicatorCalls} different indicators at most`))
      : call;
  }

  #shift(node: SourceNode & { type: 'shift' }): Expression | null {
    const operand = this.check(node.operand);
    const bars = Number(node.bars.text);
    const shifted = operand && shiftExpression(operand, bars);
    const totalBars = shifted?.type === 'shift' ? shifted.bars : bars;
    return Number.isInteger(bars) && totalBars <= maxOffset
      ? shifted
      : this.#report(errorAt(node.bars, `An offset must be a whole number from 0 to ${maxOffset}, in total`));
  }
}
