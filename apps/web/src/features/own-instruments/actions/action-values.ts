import type { CorporateActions } from '@stockbook/api/schemas';
import { today } from '#lib/format/dates.ts';
import { readDecimal, typedNumber } from '#lib/format/decimals.ts';

type Repeat = NonNullable<CorporateActions['repeats']>[number];
type Dividend = Pick<CorporateActions['dividends'][number], 'ex_date' | 'amount'>;
type Split = CorporateActions['splits'][number];

/** The splits and dividends of an instrument as they are sent: those of repeats are not among the dividends. */
export interface ActionsContent {
  readonly dividends: readonly Dividend[];
  readonly repeats: readonly Repeat[];
  readonly splits: readonly Split[];
}

/** The form of a new dividend or split, as it is typed. */
export interface ActionValues {
  readonly kind: string;
  readonly date: string;
  readonly amount: string;
  /** Months, or empty. */
  readonly repeat: string;
  readonly until: string;
  readonly numerator: string;
  readonly denominator: string;
  /** `yes`, `no`, or empty until it is chosen. */
  readonly is_in_prices: string;
}

export const repeatNames = {
  '': 'Never',
  '1': 'Every month',
  '3': 'Every three months',
  '6': 'Every six months',
  '12': 'Every year',
} as const;

export function newAction(): ActionValues {
  return {
    kind: 'dividend',
    date: today(),
    amount: '',
    repeat: '',
    until: '',
    numerator: '2',
    denominator: '1',
    is_in_prices: '',
  };
}

const partsOf = (date: string) => date.split('-').map(Number);

/** Whether a repeat has made a dividend: on the same day of the month, or on the last one of a shorter month. */
function isMadeBy({ ex_date, amount }: Dividend, repeat: Repeat): boolean {
  if (amount !== repeat.amount || ex_date < repeat.ex_date || ex_date > repeat.until) return false;
  const [year = 0, month = 0, day = 0] = partsOf(ex_date);
  const [firstYear = 0, firstMonth = 0, firstDay = 0] = partsOf(repeat.ex_date);
  const isStep = ((year - firstYear) * 12 + month - firstMonth) % repeat.months === 0;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return isStep && day === Math.min(firstDay, lastDay);
}

/** The content of a response, in which the dividends of repeats are listed, too. */
export function contentOf({ dividends, repeats = [], splits }: CorporateActions): ActionsContent {
  return {
    dividends: dividends
      .filter((dividend) => !repeats.some((repeat) => isMadeBy(dividend, repeat)))
      .map(({ ex_date, amount }) => ({ ex_date, amount })),
    repeats,
    splits,
  };
}

/** By how much the earlier prices are divided; null while the numbers are not valid. */
export function ratioOf({ numerator, denominator }: ActionValues): number | null {
  const [shares, before] = [typedNumber(numerator), typedNumber(denominator)];
  return shares !== null && before !== null && shares > 0 && before > 0 ? shares / before : null;
}

type Errors = { -readonly [Name in keyof ActionValues]?: string };

export function actionErrors(values: ActionValues, content: ActionsContent): Errors {
  const errors: Errors = {};
  if (values.date === '') errors.date = 'Enter the day';
  if (values.kind === 'split') {
    if (ratioOf(values) === null) errors.numerator = 'Enter numbers above 0';
    if (content.splits.some(({ ex_date }) => ex_date === values.date))
      errors.date = 'There is a split of this day';
    return errors;
  }
  if (readDecimal(values.amount) === null) errors.amount = 'Enter a number';
  if (values.repeat !== '' && values.until === '') errors.until = 'Enter the last day';
  if ([...content.dividends, ...content.repeats].some(({ ex_date }) => ex_date === values.date)) {
    errors.date = 'There is a dividend of this day';
  }
  return errors;
}

/** The content with the valid dividend or split of a form. */
export function withAction(content: ActionsContent, values: ActionValues): ActionsContent {
  const { date: ex_date, until } = values;
  if (values.kind === 'split') {
    const split = {
      ex_date,
      numerator: typedNumber(values.numerator) ?? 1,
      denominator: typedNumber(values.denominator) ?? 1,
      is_in_prices: values.is_in_prices !== 'no',
    };
    return { ...content, splits: [...content.splits, split] };
  }
  const dividend = { ex_date, amount: typedNumber(values.amount) ?? 0 };
  if (values.repeat === '') return { ...content, dividends: [...content.dividends, dividend] };
  const repeat = { ...dividend, months: Number(values.repeat), until };
  return { ...content, repeats: [...content.repeats, repeat] };
}
