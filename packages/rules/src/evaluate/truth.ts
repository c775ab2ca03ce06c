/**
 * Kleene's three-valued logic. The numbers are ordered, so that "and" is the smaller of two, "or" the larger, and
 * "not" the distance from the other end.
 */
export const truth = { false: 0, unknown: 1, true: 2 } as const;

/** One of `truth` per bar. */
export type TruthColumn = Uint8Array;

export const truthOf = (isTrue: boolean) => (isTrue ? truth.true : truth.false);

export const and = (one: number, other: number) => Math.min(one, other);
export const or = (one: number, other: number) => Math.max(one, other);
export const not = (value: number) => truth.true - value;

/** The comparison of two values; one that is not finite is unknown. */
export function isGreater(left: number, right: number): number {
  if (!Number.isFinite(left) || !Number.isFinite(right)) return truth.unknown;
  return truthOf(left > right);
}

export function isGreaterOrEqual(left: number, right: number): number {
  if (!Number.isFinite(left) || !Number.isFinite(right)) return truth.unknown;
  return truthOf(left >= right);
}

/** Whether the rule is true on a bar, and known to be false on the bar before. */
export function becomesTrueAt(column: TruthColumn, bar: number): boolean {
  return column[bar] === truth.true && column[bar - 1] === truth.false;
}

/** The bars on which a rule becomes true, oldest first. */
export function barsBecomingTrue(column: TruthColumn): number[] {
  const bars: number[] = [];
  for (let bar = 1; bar < column.length; bar++) {
    if (becomesTrueAt(column, bar)) bars.push(bar);
  }
  return bars;
}
