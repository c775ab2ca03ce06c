import type { RunnableRules } from '../runnable-rules.ts';

export type LimitName = 'stop_loss_percent' | 'take_profit_percent' | 'max_bars';

/** What is typed, which may be unfinished; empty for no limit. */
export type LimitTexts = Readonly<Record<LimitName, string>>;

export const limitFields: readonly {
  readonly name: LimitName;
  readonly label: string;
  readonly range: string;
  readonly isValid: (value: number) => boolean;
}[] = [
  {
    name: 'stop_loss_percent',
    label: 'Stop-loss (%)',
    range: 'Above 0 and below 100',
    isValid: (value) => value > 0 && value < 100,
  },
  {
    name: 'take_profit_percent',
    label: 'Take-profit (%)',
    range: 'Above 0, at most 10,000',
    isValid: (value) => value > 0 && value <= 10_000,
  },
  {
    name: 'max_bars',
    label: 'Sell after (bars)',
    range: 'A whole number from 1 to 5,000',
    isValid: (value) => Number.isInteger(value) && value >= 1 && value <= 5000,
  },
];

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
    limitFields.flatMap(({ name, range, isValid }) => {
      const value = readNumber(texts[name]);
      return value === null || isValid(value) ? [] : [[name, range]];
    }),
  );
}
