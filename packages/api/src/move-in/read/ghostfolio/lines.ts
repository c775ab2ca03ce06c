import { formatDay } from '@stockbook/common/days';
import { Decimal } from '../../decimal.ts';
import type { LineKind, NeutralLine } from '../../form.ts';
import { blankLine } from '../blank-line.ts';
import { optionalText } from '../texts.ts';
import { type ActivityDays, secondsOf } from './activity-days.ts';
import type { Activity } from './export.ts';
import { keyOf } from './securities.ts';

const kinds: Readonly<Record<string, LineKind>> = {
  BUY: 'buy',
  SELL: 'sell',
  ITEM: 'buy',
  DIVIDEND: 'dividend',
  INTEREST: 'interest',
  FEE: 'fee',
};

interface LineContext {
  readonly days: ActivityDays;
  readonly today: string;
  /** The account of an activity. */
  readonly accountOf: (activity: Activity) => string;
  readonly baseCurrency: string;
}

/** The line of an activity. */
export function lineOf(activity: Activity, index: number, ctx: LineContext): NeutralLine {
  const { id, type, date, currency, comment } = activity;
  const [quantity, unitPrice, fee] = [activity.quantity, activity.unitPrice, activity.fee].map(decimalOf);
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const isTrade = kind === 'buy' || kind === 'sell';
  const account = ctx.accountOf(activity);
  const day = ctx.days.dayOf(activity);
  const total = (quantity ?? new Decimal(0)).times(unitPrice ?? 0);
  const gross = kind === 'fee' ? (fee?.isZero() === false ? fee : total) : total;
  const invalid = [activity.quantity, activity.unitPrice, activity.fee].find(
    (text) => text && decimalOf(text) === null,
  );
  return {
    ...blankLine,
    key: String(index + 1),
    id: id ? `gf:${id}` : null,
    kind: kind ?? 'fee',
    date: day ?? ctx.today,
    time: secondsOf(date),
    account,
    moneyAccount: account,
    security: keyOf(activity),
    quantity: isTrade ? (quantity?.toFixed() ?? '0') : null,
    currency: currency ?? ctx.baseCurrency,
    gross: gross.toFixed(),
    fees: kind === 'fee' ? '0' : (fee?.toFixed() ?? '0'),
    note: optionalText(comment),
    problem: problemOf(activity, kind, day, invalid),
    skipped: skippedOf(type, day, ctx.today, isTrade ? quantity?.isZero() !== false : gross.isZero()),
  };
}

/** Null for a text that is no decimal number. */
function decimalOf(text: string | null | undefined): Decimal | null {
  return text && /^-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2})?$/.test(text) ? new Decimal(text) : null;
}

function problemOf(
  { type, date, symbol }: Activity,
  kind: LineKind | undefined,
  day: string | null,
  invalid: string | null | undefined,
): string | null {
  if (kind === undefined) return `This type is not known: "${type}"`;
  if (day === null) return `"${date}" is not a date`;
  if (invalid) return `"${invalid}" is not a number`;
  return (kind === 'buy' || kind === 'sell' || kind === 'dividend') && !symbol
    ? 'The line has no security'
    : null;
}

function skippedOf(type: string, day: string | null, today: string, isNothing: boolean): string | null {
  if (type === 'LIABILITY') return 'A liability is no transaction';
  if (day !== null && day > today) return `It is a draft of ${formatDay(day)}`;
  return isNothing ? 'The amount is 0' : null;
}
