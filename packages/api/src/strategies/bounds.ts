import { z } from 'zod';

/** `above` and `below` are exclusive, `min` and `max` inclusive. */
export interface Bounds {
  readonly above?: number;
  readonly min?: number;
  readonly below?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

const grouped = (value: number) => value.toLocaleString('en-US');

/** The error of a value outside of its bounds: `stop_loss_percent must be a number above 0 and below 100`. */
export function describeBounds(name: string, { above, min, below, max, isWhole }: Bounds): string {
  const noun = isWhole ? 'a whole number' : 'a number';
  const lower = above === undefined ? `from ${grouped(min ?? 0)}` : `above ${grouped(above)}`;
  const joint = above === undefined ? ' to' : ' and';
  const upper =
    below === undefined
      ? `${above === undefined ? '' : ' at most'} ${grouped(max ?? Number.POSITIVE_INFINITY)}`
      : ` below ${grouped(below)}`;
  return `${name} must be ${noun} ${lower}${joint}${upper}`;
}

export function isWithin(value: number, { above, min, below, max, isWhole }: Bounds): boolean {
  return (
    value > (above ?? Number.NEGATIVE_INFINITY) &&
    value >= (min ?? Number.NEGATIVE_INFINITY) &&
    value < (below ?? Number.POSITIVE_INFINITY) &&
    value <= (max ?? Number.MAX_VALUE) &&
    (!isWhole || Number.isInteger(value))
  );
}

export function boundedNumber(name: string, bounds: Bounds) {
  const error = describeBounds(name, bounds);
  const { above, min, below, max } = bounds;
  let schema = z.number({ error });
  if (bounds.isWhole) schema = schema.int(error);
  if (above !== undefined) schema = schema.gt(above, error);
  if (min !== undefined) schema = schema.min(min, error);
  if (below !== undefined) schema = schema.lt(below, error);
  return max === undefined ? schema : schema.max(max, error);
}
