import { EmbeddedActionsParser, type IToken } from 'chevrotain';
import type { ArithmeticOperator, ComparisonOperator } from '../syntax-tree.ts';
import { type SourceArgument, type SourceNode, spanning, spanOf, textOf } from './source-tree.ts';
import * as t from './tokens.ts';

/**
 * The grammar of docs/rules.md, except that parentheses may hold a condition or a value wherever either may stand.
 * Which of them is required depends on what follows the closing parenthesis, which no bounded lookahead sees.
 * Its rules are no `#` fields, because Chevrotain finds them by their names.
 */
export class RuleParser extends EmbeddedActionsParser {
  constructor() {
    super(t.tokens, { maxLookahead: 2, skipValidations: true });
    this.performSelfAnalysis();
  }

  readonly rule = this.RULE('rule', (): SourceNode => this.joined('or'));

  private joined(type: 'and' | 'or'): SourceNode {
    const subrule = type === 'or' ? this.conjunction : this.negatedCondition;
    const operands: SourceNode[] = [this.SUBRULE1(subrule)];
    this.MANY(() => {
      this.CONSUME(type === 'or' ? t.or : t.and);
      operands.push(this.SUBRULE2(subrule));
    });
    return this.ACTION(() => joinNodes(type, operands));
  }

  private readonly conjunction = this.RULE('conjunction', (): SourceNode => this.joined('and'));

  private readonly negatedCondition = this.RULE('negatedCondition', (): SourceNode => {
    const words: IToken[] = [];
    this.MANY(() => {
      words.push(this.CONSUME(t.not));
    });
    const condition = this.SUBRULE(this.condition);
    return this.ACTION(() =>
      words.reduceRight<SourceNode>(
        (operand, word) => ({ type: 'not', operand, ...spanning(spanOf(word), operand) }),
        condition,
      ),
    );
  });

  private readonly condition = this.RULE('condition', (): SourceNode => {
    const left = this.SUBRULE1(this.sum);
    return (
      this.OPTION(() => {
        const operator = this.SUBRULE(this.comparisonOperator);
        const right = this.SUBRULE2(this.sum);
        return this.ACTION(() => ({
          type: 'comparison' as const,
          operator,
          left,
          right,
          ...spanning(left, right),
        }));
      }) ?? left
    );
  });

  private readonly comparisonOperator = this.RULE('comparisonOperator', (): ComparisonOperator | 'touches' =>
    this.OR([
      { ALT: () => this.CONSUME(t.comparison).image as ComparisonOperator },
      {
        ALT: () => {
          this.CONSUME(t.touches);
          return 'touches' as const;
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.crosses);
          return (
            this.OPTION(() =>
              this.OR1([
                {
                  ALT: () => {
                    this.CONSUME(t.above);
                    return 'crosses above' as const;
                  },
                },
                {
                  ALT: () => {
                    this.CONSUME(t.below);
                    return 'crosses below' as const;
                  },
                },
              ]),
            ) ?? 'crosses'
          );
        },
      },
    ]),
  );

  private readonly sum = this.RULE('sum', (): SourceNode => {
    let left = this.SUBRULE1(this.product);
    this.MANY(() => {
      const operator = this.CONSUME(t.plusOrMinus);
      const right = this.SUBRULE2(this.product);
      left = this.ACTION(() => arithmetic(left, operator, right));
    });
    return left;
  });

  private readonly product = this.RULE('product', (): SourceNode => {
    let left = this.SUBRULE1(this.factor);
    this.MANY(() => {
      const operator = this.CONSUME(t.timesOrDivided);
      const right = this.SUBRULE2(this.factor);
      left = this.ACTION(() => arithmetic(left, operator, right));
    });
    return left;
  });

  private readonly factor = this.RULE('factor', (): SourceNode => {
    const sign = this.OPTION(() => this.CONSUME(t.minus));
    let node = this.SUBRULE(this.atom);
    this.MANY(() => {
      this.CONSUME(t.leftBracket);
      const bars = this.CONSUME(t.number);
      const end = this.CONSUME(t.rightBracket);
      node = this.ACTION(() => ({
        type: 'shift',
        operand: node,
        bars: textOf(bars),
        ...spanning(node, spanOf(end)),
      }));
    });
    return this.ACTION(() =>
      sign ? { type: 'negation', operand: node, ...spanning(spanOf(sign), node) } : node,
    );
  });

  private readonly atom = this.RULE(
    'atom',
    (): SourceNode =>
      this.OR([
        {
          ALT: (): SourceNode => {
            const token = this.CONSUME(t.number);
            return { type: 'number', value: Number(token.image), ...spanOf(token) };
          },
        },
        { ALT: () => this.SUBRULE(this.nameOrCall) },
        {
          ALT: (): SourceNode => {
            const start = this.CONSUME(t.leftParenthesis);
            const content = this.SUBRULE(this.rule);
            const end = this.CONSUME(t.rightParenthesis);
            return { type: 'group', content, ...spanning(spanOf(start), spanOf(end)) };
          },
        },
      ]),
  );

  private readonly nameOrCall = this.RULE('nameOrCall', (): SourceNode => {
    const name = this.CONSUME1(t.name);
    const call = this.OPTION1(() => {
      const callArguments: SourceArgument[] = [];
      this.CONSUME(t.leftParenthesis);
      this.MANY_SEP({
        SEP: t.comma,
        DEF: () => {
          callArguments.push(this.SUBRULE(this.argument));
        },
      });
      const end = this.CONSUME(t.rightParenthesis);
      const output = this.OPTION2(() => {
        this.CONSUME(t.dot);
        return this.CONSUME2(t.name);
      });
      return { callArguments, last: output ?? end, output };
    });
    return this.ACTION(() => {
      if (!call) return { type: 'name', name: name.image, ...spanOf(name) };
      const { callArguments, last, output } = call;
      return {
        type: 'call',
        name: textOf(name),
        arguments: callArguments,
        output: output ? textOf(output) : null,
        ...spanning(spanOf(name), spanOf(last)),
      };
    });
  });

  private readonly argument = this.RULE('argument', (): SourceArgument => {
    const parameter = this.OPTION({
      // A name alone begins an expression.
      GATE: () => this.LA(2).tokenType === t.equals,
      DEF: () => {
        const name = this.CONSUME(t.name);
        this.CONSUME(t.equals);
        return name;
      },
    });
    // A condition here is an error, but one that the check words better.
    const value = this.SUBRULE(this.rule);
    return this.ACTION(() => ({
      parameter: parameter ? textOf(parameter) : null,
      value,
      ...spanning(parameter ? spanOf(parameter) : value, value),
    }));
  });
}

function joinNodes(type: 'and' | 'or', operands: SourceNode[]): SourceNode {
  const [first, ...others] = operands;
  const last = others.at(-1);
  if (!first) throw new RangeError('A rule has at least one condition');
  return last ? { type, operands, ...spanning(first, last) } : first;
}

function arithmetic(left: SourceNode, { image }: IToken, right: SourceNode): SourceNode {
  return {
    type: 'arithmetic',
    operator: image as ArithmeticOperator,
    left,
    right,
    ...spanning(left, right),
  };
}
