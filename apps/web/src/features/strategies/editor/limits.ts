import { exitLimitBounds } from '@stockbook/rules/settings';
import type { RunnableRules } from '../runnable-rules.ts';

export type LimitName = keyof typeof exitLimitBounds;

/** Typed texts, which may be unfinished; empty for no limit. */
export type LimitTexts = Readonly<Record<LimitName, string>>;

/** Every limit, with the range of its `exitLimitBounds` in words. */
export const limitFields: readonly {
  readonly name: LimitName;
  readonly label: string;
  readonly range: string;
}[] = [
  { name: 'stop_loss_percent', label: 'Stop-loss (%)', range: 'Above 0 and below 100' },
  { name: 'take_profit_percent', label: 'Take-profit (%)', range: 'Above 0, at most 10,000' },
  { name: 'max_bars', label: 'Sell after (bars)', range: 'A whole number from 1 to 5,000' },
];

interface Bounds {
  readonly above?: number;
  readonly below?: number;
  readonly min?: number;
  readonly max?: number;
}

/** Whether a finite number is within its bounds, of which `above` and `below` are exclusive. */
export function isWithin(value: number, { above, below, min, max }: Bounds): boolean {
  return (
    Number.isFinite(value) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below) &&
    (min === undefined || value >= min) &&
    (max === undefined || value <= max)
  );
}

/** The number of a text; null if it is empty, NaN if it is not a number. */
export function readNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

export function limitTexts(rules: RunnableRules): LimitTexts {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    stop_loss_percent: text(rules.stop_loss_percent),
    take_profit_percent: text(rules.take_profit_percent),
    max_bars: text(rules.max_bars),
  };
}

/** The messages of the limits that are not valid, by name. */
export function limitErrors(texts: LimitTexts): Partial<Record<LimitName, string>> {
  return Object.fromEntries(
    limitFields.flatMap(({ name, range }) => {
      const value = readNumber(texts[name]);
      const isValid =
        value === null ||
        (isWithin(value, exitLimitBounds[name]) && (name !== 'max_bars' || Number.isInteger(value)));
      return isValid ? [] : [[name, range]];
    }),
  );
}
