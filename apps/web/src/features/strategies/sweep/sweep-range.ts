import { groupedDigits } from '@stockbook/rules/language';
import { parameterWord } from '#lib/format/parameter-names.ts';
import { readNumber } from '../editor/limits.ts';

/** A number of a strategy that a sweep can vary. */
export interface SweepNumber {
  readonly address: string;
  readonly label: string;
  /** Null for an exit that is not used. */
  readonly value: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** One number, or several of the same meaning and value that move together. */
export interface SweepParameter extends Omit<SweepNumber, 'address'> {
  /** Names the rule, the number and its present value: `Entry: SMA (50)`. */
  readonly label: string;
  readonly addresses: readonly string[];
}

export interface SweepRange {
  readonly numbers: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** A range as it is typed. */
export interface RangeTexts {
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

export const maxCombinations = 500;

type Part = 'Entry' | 'Exit';

/** The rule of a number; a limit, such as a stop-loss, belongs to the exit. */
function partOf(address: string): Part {
  return address.startsWith('entry[') ? 'Entry' : 'Exit';
}

/** A number with its present value, which tells numbers of one meaning apart: `SMA (50)`, `SMA (200)`. */
function nameOf({ label, value }: Pick<SweepNumber, 'label' | 'value'>): string {
  const [, parameter = '', indicator] = /^([a-z_0-9]+) of ([A-Z0-9]+)$/.exec(label) ?? [];
  const words = parameter === 'timeperiod' ? indicator : `${parameterWord(parameter)} of ${indicator}`;
  return `${indicator === undefined ? label : words} (${value ?? 'none'})`;
}

function partsOf(numbers: readonly SweepNumber[]): string {
  const parts = new Set(numbers.map(({ address }) => partOf(address)));
  return parts.size > 1 ? 'Entry and exit' : `${[...parts].join('')}, all`;
}

/** Numbers that a sweep can vary: those that occur several times together, then each number. */
export function sweepParameters(numbers: readonly SweepNumber[]): SweepParameter[] {
  const groups = Map.groupBy(numbers, ({ label, value }) => `${label} ${value}`);
  const shared = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < 2) return [];
    const addresses = group.map(({ address }) => address);
    return [{ ...first, addresses, label: `${partsOf(group)}: ${nameOf(first)}` }];
  });
  const single = numbers.map(({ address, label, ...rest }) => ({
    ...rest,
    addresses: [address],
    label: `${partOf(address)}: ${nameOf({ label, value: rest.value })}`,
  }));
  return [...shared, ...single];
}

/** Rounds away the error of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** The first value of the range of an exit that is not used. */
const firstValue = 10;

/** Five values around the present one, within the bounds. */
export function defaultRange({ value: present, min, max }: SweepParameter): RangeTexts {
  const value = present ?? firstValue;
  const magnitude = Math.abs(value) || 1;
  const step = Number.isInteger(value)
    ? Math.max(1, Math.round(magnitude / 5))
    : tidy(10 ** Math.floor(Math.log10(magnitude / 2)));
  const from = Math.max(min ?? Number.NEGATIVE_INFINITY, tidy(value - 2 * step));
  const to = Math.min(max ?? Number.POSITIVE_INFINITY, tidy(value + 2 * step));
  return { from: String(from), to: String(to), step: String(step) };
}

/** The range of a parameter; a sentence if the texts are not one. */
export function readRange(parameter: SweepParameter, texts: RangeTexts): SweepRange | string {
  const from = readNumber(texts.from);
  const to = readNumber(texts.to);
  const step = readNumber(texts.step);
  if (from === null || to === null || step === null || ![from, to, step].every(Number.isFinite))
    return 'From, to and step must be numbers';
  if (step <= 0) return 'The step must be above 0';
  if (from > to) return 'From is above to';
  const { min, max } = parameter;
  if (min !== null && from < min) return `From must be at least ${groupedDigits(min)}`;
  if (max !== null && to > max) return `To must be at most ${groupedDigits(max)}`;
  return { numbers: parameter.addresses, from, to, step };
}

/** How many runs a sweep has. */
export function countCombinations(ranges: readonly SweepRange[]): number {
  return ranges.reduce(
    (product, { from, to, step }) => product * (Math.floor((to - from) / step + 1e-9) + 1),
    1,
  );
}
