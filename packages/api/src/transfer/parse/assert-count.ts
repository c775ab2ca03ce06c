import { fieldError } from '../../errors.ts';

/**
 * Rejects a text as soon as so many things of it were read, so that the rest need not be read.
 * @throws AppError BAD_REQUEST
 */
export function assertCount(count: number, maximum: number, things: string): void {
  if (count <= maximum) return;
  const most = maximum.toLocaleString('en-US');
  throw fieldError(
    'text',
    `The text has more than ${most} ${things}. Import at most ${most} at a time: split it into parts`,
  );
}
