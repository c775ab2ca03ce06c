import { type Catalogue, requireFunction } from '../catalogue.ts';
import { describeExpression } from '../print/describe.ts';
import { printExpression } from '../print/print.ts';
import type { Expression } from '../syntax-tree.ts';
import { unitOf } from '../unit.ts';

/** Functions with values from 0 to 100. */
const percentages = new Set(['RSI', 'STOCH', 'STOCHRSI', 'MFI', 'ULTOSC']);

/** The error of a value that is compared with nothing. */
export function incompleteComparison(value: Expression, catalogue: Catalogue): string {
  const example = `${printExpression(value)} > ${counterpart(value, catalogue)}`;
  return `Compare ${describeExpression(value)} with something, for example "${example}"`;
}

function counterpart(value: Expression, catalogue: Catalogue): string {
  if (value.type === 'call' && percentages.has(value.function)) return '70';
  if (value.type === 'number') return 'close';
  const unit = unitOf(value, catalogue);
  if (unit === 'volume') return 'sma(volume, 20)';
  const isOscillator = value.type === 'call' && !requireFunction(catalogue, value.function).overlay;
  if (unit !== 'price' || isOscillator) return '0';
  return printExpression(value) === 'close' ? 'sma(200)' : 'close';
}
