import { isObject } from '../json-object.ts';

/** About a year of trading days. */
export const maxRowsOfList = 250;

/** Rows of all lists together: about 90,000 characters. */
const maxRows = 1000;

function isSeries(value: unknown): value is unknown[] {
  return Array.isArray(value) && isObject(value[0]) && 'date' in value[0];
}

function countSeries(value: unknown): number {
  if (isSeries(value)) return 1;
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.reduce<number>((count, part) => count + countSeries(part), 0);
}

/**
 * Keeps the last rows of each list of dated rows, oldest first.
 * @returns the shortened value, and the number of omitted rows
 */
export function lastRows(value: unknown): { value: unknown; omitted: number } {
  const rows = Math.max(1, Math.min(maxRowsOfList, Math.floor(maxRows / countSeries(value))));
  let omitted = 0;
  const shorten = (part: unknown): unknown => {
    if (isSeries(part)) {
      omitted += Math.max(0, part.length - rows);
      return part.slice(-rows);
    }
    if (Array.isArray(part)) return part.map(shorten);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, field]) => [name, shorten(field)]));
  };
  return { value: shorten(value), omitted };
}
