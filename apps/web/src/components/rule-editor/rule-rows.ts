import {
  type Catalogue,
  type ComparisonOperator,
  type Expression,
  parseRule,
  printExpression,
  printRule,
  type Rule,
  type SeriesName,
} from '@stockbook/rules/language';

/** One side of a comparison as its controls show it. Numbers are texts, which may be unfinished. */
export type Operand =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'series'; readonly name: SeriesName; readonly barsAgo: string }
  | {
      readonly kind: 'call';
      /** In the catalogue's spelling: "RSI". */
      readonly function: string;
      readonly parameters: readonly string[];
      /** The input of the function; null for its default. */
      readonly input: SeriesName | null;
      /** Null for the principal output. */
      readonly output: string | null;
      readonly barsAgo: string;
    };

/** `touches` compares the price of the bar: the left side does not count. */
export type RowOperator = ComparisonOperator | 'touches';

export interface RuleRow {
  /** Unique in the page, for React. */
  readonly id: number;
  /** Joins the row with the one before it. `and` binds first, as in the text. */
  readonly joiner: 'and' | 'or';
  readonly left: Operand;
  readonly operator: RowOperator;
  readonly right: Operand;
}

/** A rule as rows, or the part of the rule that rows cannot show. */
export type RowsOfRule =
  | { readonly rows: readonly RuleRow[]; readonly problem: null }
  | { readonly rows: null; readonly problem: string };

/** A side of a row in the text of the rows. */
interface OperandSpan {
  readonly rowId: number;
  readonly side: 'left' | 'right';
  readonly offset: number;
  readonly length: number;
}

export interface RowsText {
  readonly text: string;
  /** In the order of the text. */
  readonly spans: readonly OperandSpan[];
}

let lastId = 0;

export function newRow(row: Omit<RuleRow, 'id'>): RuleRow {
  lastId += 1;
  return { ...row, id: lastId };
}

export const close: Operand = { kind: 'series', name: 'close', barsAgo: '' };

/** The text of a rule that is written in rows. */
export function rowsAsText(rows: readonly RuleRow[]): RowsText {
  let text = '';
  const spans: OperandSpan[] = [];
  for (const [index, { id, joiner, left, operator, right }] of rows.entries()) {
    const write = (side: 'left' | 'right', operand: Operand) => {
      const written = operandAsText(operand);
      spans.push({ rowId: id, side, offset: text.length, length: written.length });
      text += written;
    };
    if (index > 0) text += ` ${joiner} `;
    if (operator === 'touches') text += 'price';
    else write('left', left);
    text += ` ${operator} `;
    write('right', right);
  }
  return { text, spans };
}

function operandAsText(operand: Operand): string {
  if (operand.kind === 'number') return operand.text.trim();
  const bars = operand.barsAgo.trim();
  const shift = bars === '' || /^0+$/.test(bars) ? '' : `[${bars}]`;
  if (operand.kind === 'series') return `${operand.name}${shift}`;
  const { function: name, input, output } = operand;
  const values = [...(input === null ? [] : [input]), ...operand.parameters.map((value) => value.trim())];
  return `${name.toLowerCase()}(${values.join(', ')})${output === null ? '' : `.${output}`}${shift}`;
}

const decimalNumber = /^-?\d+(\.\d+)?$/;
const wholeNumber = /^\d+$/;

/** The mistake in the texts of an operand, which could otherwise read as something else than a number. */
export function operandProblem(operand: Operand): string | null {
  if (operand.kind === 'number') {
    return decimalNumber.test(operand.text.trim()) ? null : 'Enter a number, for example 30 or 187.5';
  }
  if (operand.kind === 'call' && !operand.parameters.every((value) => decimalNumber.test(value.trim()))) {
    return `Enter a number for each setting of ${operand.function}`;
  }
  const bars = operand.barsAgo.trim();
  return bars === '' || wholeNumber.test(bars) ? null : 'Bars ago must be a whole number from 0 to 250';
}

/** Shows a rule as rows, if they mean exactly the same. */
export function rowsOfRule(rule: Rule, catalogue: Catalogue): RowsOfRule {
  const rows: RuleRow[] = [];
  const groups = rule.type === 'or' ? rule.conditions : [rule];
  for (const [groupIndex, group] of groups.entries()) {
    const conditions = group.type === 'and' ? group.conditions : [group];
    for (const [index, condition] of conditions.entries()) {
      const joiner = index === 0 && groupIndex > 0 ? 'or' : 'and';
      const row = rowOfCondition(condition, joiner);
      if (typeof row === 'string') return { rows: null, problem: row };
      rows.push(row);
    }
  }
  const again = parseRule(rowsAsText(rows).text, catalogue).rule;
  return again && printRule(again) === printRule(rule)
    ? { rows, problem: null }
    : { rows: null, problem: printRule(rule) };
}

/** The row, or the text of the part that a row cannot show. */
function rowOfCondition(condition: Rule, joiner: 'and' | 'or'): RuleRow | string {
  if (condition.type === 'touch') {
    const right = operandOf(condition.level);
    return right
      ? newRow({ joiner, left: close, operator: 'touches', right })
      : printExpression(condition.level);
  }
  if (condition.type === 'comparison') {
    const left = operandOf(condition.left);
    const right = operandOf(condition.right);
    if (!left) return printExpression(condition.left);
    if (!right) return printExpression(condition.right);
    return newRow({ joiner, left, operator: condition.operator, right });
  }
  return condition.type === 'or' ? `(${printRule(condition)})` : printRule(condition);
}

function operandOf(expression: Expression): Operand | null {
  const [shifted, barsAgo] =
    expression.type === 'shift' ? [expression.operand, String(expression.bars)] : [expression, ''];
  switch (shifted.type) {
    case 'number':
      return barsAgo === '' ? { kind: 'number', text: printExpression(shifted) } : null;
    case 'series':
      return { kind: 'series', name: shifted.name, barsAgo };
    case 'call': {
      const { function: name, parameters, input, output } = shifted;
      if (input !== null && input.type !== 'series') return null;
      return {
        kind: 'call',
        function: name,
        parameters: parameters.map((value) => printExpression({ type: 'number', value })),
        input: input?.name ?? null,
        output,
        barsAgo,
      };
    }
    default:
      return null;
  }
}
