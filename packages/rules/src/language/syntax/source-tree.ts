import type { IToken } from 'chevrotain';
import type { Span } from '../rule-error.ts';
import type { ArithmeticOperator, ComparisonOperator } from '../syntax-tree.ts';

/**
 * The tree of the grammar, with positions, before names are looked up. Values and conditions share one type:
 * parentheses may hold either, and only the check knows which of them is required.
 */
export type SourceNode = Span &
  (
    | { type: 'and' | 'or'; operands: SourceNode[] }
    | { type: 'not'; operand: SourceNode }
    | { type: 'comparison'; operator: ComparisonOperator | 'touches'; left: SourceNode; right: SourceNode }
    | { type: 'arithmetic'; operator: ArithmeticOperator; left: SourceNode; right: SourceNode }
    | { type: 'negation'; operand: SourceNode }
    | { type: 'shift'; operand: SourceNode; bars: SourceText }
    | { type: 'group'; content: SourceNode }
    | { type: 'number'; value: number }
    | { type: 'name'; name: string }
    | SourceCall
  );

export interface SourceCall extends Span {
  type: 'call';
  name: SourceText;
  arguments: SourceArgument[];
  output: SourceText | null;
}

export interface SourceArgument extends Span {
  /** The parameter's name in `timeperiod=14`. */
  parameter: SourceText | null;
  value: SourceNode;
}

export interface SourceText extends Span {
  text: string;
}

export const spanOf = ({ startOffset, image }: IToken): Span => ({
  offset: startOffset,
  length: image.length,
});
export const textOf = (token: IToken): SourceText => ({ text: token.image, ...spanOf(token) });

/** From the beginning of one part to the end of another. */
export function spanning(first: Span, last: Span): Span {
  return { offset: first.offset, length: last.offset + last.length - first.offset };
}
