import { fieldError } from '../../errors.ts';
import { maxImportedItems, maxImportedStocks } from '../schemas.ts';

/** @throws AppError BAD_REQUEST */
export function assertStockCount(count: number): void {
  assertCount(count, maxImportedStocks, 'stocks');
}

/**
 * @param count entries other than stocks
 * @throws AppError BAD_REQUEST
 */
export function assertItemCount(count: number): void {
  assertCount(count, maxImportedItems, 'entries besides stocks');
}

function assertCount(count: number, maximum: number, things: string): void {
  if (count <= maximum) return;
  const [given, most] = [count, maximum].map((value) => value.toLocaleString('en-US'));
  throw fieldError(
    'text',
    `The text has ${given} ${things}. Import at most ${most} at a time: split it into parts`,
  );
}
