import { isCalendarDate } from '#src/primitives.ts';
import { Decimal } from '../../decimal.ts';

/** `20240520`; null if it is no day. */
export function dayOf(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : null;
}

/** A number with a point, also `9.0E-6`; null if it is none. */
export function numberOf(text: string): Decimal | null {
  return /^[-+]?\d{1,40}(?:\.\d{0,40})?(?:E[-+]?\d{1,2})?$/i.test(text) ? new Decimal(text) : null;
}
