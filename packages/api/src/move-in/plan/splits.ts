import { mainCurrency, readCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { dayNumber, formatDay } from '@stockbook/common/days';
import type { Split } from '@stockbook/portfolio';
import { Decimal } from '../decimal.ts';
import type { NeutralLine, NeutralSecurity } from '../form.ts';
import type { PlanStock } from './facts.ts';
import type { Answers, PlannedSplit, Question, SplitReading } from './plan.ts';
import type { Positions } from './positions.ts';
import { indexUpTo } from './search.ts';

/** A ratio between this and its inverse is too small to be told from a change of the price. */
const minRatio = 1.5;

/** Most that a price may differ from the close. */
const maxError = 0.4;

/** Days that the close beside a line may be older. */
const maxAge = 10;

/** Days between an event of the file and a split that it may mean. */
const eventDays = 7;

/** Days before and after a split in which a line may have booked it. */
const [daysBefore, daysAfter] = [10, 30];

/** The largest number of a ratio that companies choose for a real split. */
const maxUsualRatio = 100;

/** Most that shares booked by hand may differ from those of the split: fractions are paid out. */
const handTolerance = 0.01;

export interface SplitPlan {
  readonly splits: readonly PlannedSplit[];
  readonly keptSplits: readonly { readonly security: string; readonly date: string }[];
  readonly questions: readonly Question[];
  /** Lines that book a split by hand, or note it, by their keys. */
  readonly byHand: ReadonlySet<string>;
  /** Lines that note a split which the prices do not have, by their keys. */
  readonly unknown: ReadonlyMap<string, { readonly message: string; readonly isSkipped: boolean }>;
  /** Shares of the day for one of the file's, by the keys of lines whose shares were multiplied since. */
  readonly factors: ReadonlyMap<string, Decimal>;
}

interface SplitInput {
  readonly security: NeutralSecurity;
  readonly stock: PlanStock;
  /** The lines of the security, in the order in which they are booked. */
  readonly lines: readonly NeutralLine[];
  readonly positions: Positions;
  readonly answers: Answers;
  readonly today: string;
  readonly lastDay: string;
}

/** Judges each stored split of a security over which something is held, by the prices of the earlier lines. */
export function planSplits(input: SplitInput): SplitPlan {
  const { security, stock, lines, positions, answers, today, lastDay } = input;
  const key = security.key;
  const plan = {
    splits: [] as PlannedSplit[],
    keptSplits: [] as { security: string; date: string }[],
    questions: [] as Question[],
    byHand: new Set<string>(),
    unknown: new Map<string, { message: string; isSkipped: boolean }>(),
    factors: new Map<string, Decimal>(),
  };
  const first = lines[0]?.date;
  if (first === undefined) return plan;
  const noted = lines.filter(({ kind }) => kind === 'split');
  for (const split of stock.splits) {
    const { exDate, numerator, denominator } = split;
    if (exDate <= first || exDate > today) continue;
    const held = positions.heldBefore(key, exDate);
    const earlier = lines.filter(({ date }) => date < exDate);
    const evidence = earlier.map((line) => isMultiplied(line, split, stock));
    const [yes, no] = [true, false].map((value) => evidence.filter((each) => each === value).length);
    const isDecided = yes !== no;
    const majority = isDecided ? (yes ?? 0) > (no ?? 0) : hasEvent(security, exDate);
    // Sold out before the split: its lines may be multiplied all the same.
    if (held.lte(0) && !evidence.includes(true)) continue;
    const multiplied = earlier.filter((_, index) => evidence[index] ?? majority);
    const notes = noted.filter((line) => isNoteOf(line, split));
    const isApplied = multiplied.length > 0 && notes.length === 0;
    const byHand = isApplied || notes.length > 0 ? notes : findByHand(lines, split, held, plan.byHand);
    const reading = notes.length > 0 ? 'noted' : readingOf(isApplied, byHand.length > 0, split);
    // After the last day of the file, nobody can have booked it.
    if (reading !== 'applied' && (exDate > lastDay || held.lte(0))) continue;
    plan.splits.push({ security: key, date: exDate, numerator, denominator, reading, lines: earlier.length });
    for (const line of isApplied ? multiplied : []) {
      const factor = plan.factors.get(line.key) ?? new Decimal(1);
      plan.factors.set(line.key, factor.times(denominator).div(numerator));
    }
    for (const line of byHand) plan.byHand.add(line.key);
    const questionKey = `split:${key}:${exDate}`;
    if (reading === 'missing') plan.questions.push(missingQuestion(questionKey, input, split, held));
    if (reading === 'kept' || (reading === 'missing' && answers[questionKey] === 'kept')) {
      plan.keptSplits.push({ security: key, date: exDate });
    }
  }
  for (const line of noted.filter((each) => !plan.byHand.has(each.key))) {
    const question = unknownSplitQuestion(line, input);
    if (!plan.questions.some((each) => each.key === question.key)) plan.questions.push(question);
    plan.unknown.set(line.key, { message: question.text, isSkipped: question.answer === 'skip' });
  }
  return plan;
}

/** Whether a line notes a split. One without a ratio is known by its day alone. */
function isNoteOf({ date, ratio }: NeutralLine, { exDate, numerator, denominator }: Split): boolean {
  const isNear = Math.abs(dayNumber(date) - dayNumber(exDate)) <= eventDays;
  if (ratio === null || !isNear) return isNear;
  return Math.abs((ratio.numerator * denominator) / (ratio.denominator * numerator) - 1) < handTolerance;
}

/** The beginning of the keys of questions about splits that the prices do not have. */
export const unknownSplitKey = (security: string, date: string) => `unknown_split:${security}:${date}`;

function unknownSplitQuestion(
  { date, ratio }: NeutralLine,
  { security, stock, answers }: SplitInput,
): Question {
  const name = stock.symbol || security.name;
  const [above, below] = [ratio?.numerator, ratio?.denominator].map((number) =>
    number?.toLocaleString('en-US'),
  );
  const key = unknownSplitKey(security.key, date);
  return {
    key,
    kind: 'split',
    text: `Our prices of ${name} know no ${ratio === null ? '' : `${above}:${below} `}split on ${formatDay(date)}`,
    choices: [
      { value: 'skip', label: 'Skip it' },
      { value: 'own', label: `Make ${name} an own instrument` },
    ],
    default: 'skip',
    answer: answers[key] ?? null,
  };
}

function readingOf(isApplied: boolean, isByHand: boolean, { numerator, denominator }: Split): SplitReading {
  if (isApplied) return 'applied';
  if (isByHand) return 'by_hand';
  const [above, below] = reduced(numerator, denominator);
  return above > maxUsualRatio || below > maxUsualRatio ? 'kept' : 'missing';
}

function reduced(numerator: number, denominator: number): [number, number] {
  let [a, b] = [new Decimal(numerator), new Decimal(denominator)];
  const unit = Decimal.pow(10, Math.max(a.decimalPlaces(), b.decimalPlaces()));
  [a, b] = [a.times(unit), b.times(unit)];
  let [divisor, rest] = [a, b];
  while (!rest.isZero()) [divisor, rest] = [rest, divisor.mod(rest)];
  return [a.div(divisor).toNumber(), b.div(divisor).toNumber()];
}

/**
 * Whether the shares of a line are those after a split that came later; null if its price does not tell. Each other
 * split between them may be counted or not: the nearer one is taken.
 */
function isMultiplied(line: NeutralLine, split: Split, stock: PlanStock): boolean | null {
  const ratio = split.numerator / split.denominator;
  const price = priceOf(line, stock);
  const close = closeOn(stock, line.date);
  if (price === null || close === null || (ratio < minRatio && ratio > 1 / minRatio)) return null;
  // Closes are in today's shares.
  const others = stock.splits.filter(({ exDate }) => exDate > line.date && exDate !== split.exDate);
  const closes = others.reduce(
    (all, { numerator, denominator }) => all.flatMap((each) => [each, (each * numerator) / denominator]),
    [close],
  );
  const errorOf = (factor: number) =>
    Math.min(...closes.map((each) => Math.abs(Math.log(price / (each * factor)))));
  const [multiplied, ofTheDay] = [errorOf(1), errorOf(ratio)];
  if (Math.min(multiplied, ofTheDay) > Math.log(1 + maxError)) return null;
  return multiplied < ofTheDay;
}

/** The price of a line in the currency of the quotes; null if the line does not tell. */
function priceOf(
  { kind, gross, quantity, foreign, currency, problem }: NeutralLine,
  { currency: quoted }: PlanStock,
): number | null {
  const isPriced = kind === 'buy' || kind === 'sell' || kind === 'transfer_in';
  const [money, shares] = [Number(gross), Number(quantity)];
  if (!isPriced || quoted === null || problem !== null || !(money > 0) || !(shares > 0)) return null;
  const code = readCurrency(foreign?.currency ?? currency);
  if (code === null || mainCurrency(code) !== mainCurrency(quoted)) return null;
  const price = money / shares / Number(foreign?.rate ?? 1);
  return (price / unitsPerMain(code)) * unitsPerMain(quoted);
}

function closeOn({ days, closes }: PlanStock, date: string): number | null {
  const day = dayNumber(date);
  const index = indexUpTo(days, day);
  const known = days[index];
  return known === undefined || day - known > maxAge ? null : (closes[index] ?? null);
}

function hasEvent({ splits }: NeutralSecurity, exDate: string): boolean {
  return splits.some(({ date }) => Math.abs(dayNumber(date) - dayNumber(exDate)) <= eventDays);
}

/** The lines that add the shares of a split for nothing, or take all out and all × ratio in on one day. */
function findByHand(
  lines: readonly NeutralLine[],
  { exDate, numerator, denominator }: Split,
  held: Decimal,
  taken: ReadonlySet<string>,
): readonly NeutralLine[] {
  const ratio = new Decimal(numerator).div(denominator);
  const day = dayNumber(exDate);
  const near = lines.filter(({ key, date }) => {
    const distance = dayNumber(date) - day;
    return !taken.has(key) && distance >= -daysBefore && distance <= daysAfter;
  });
  const isAbout = (quantity: string | null, expected: Decimal) =>
    expected.gt(0) &&
    expected
      .minus(quantity ?? 0)
      .abs()
      .lte(expected.times(handTolerance));
  const incoming = near.filter(({ kind }) => kind === 'transfer_in' || kind === 'buy');
  const added = incoming.find(
    ({ quantity, gross }) => Number(gross) === 0 && isAbout(quantity, held.times(ratio.minus(1))),
  );
  if (added) return [added];
  const outgoing = near.filter(({ kind }) => kind === 'transfer_out' || kind === 'sell');
  for (const out of outgoing) {
    if (!isAbout(out.quantity, held)) continue;
    const back = incoming.find(
      ({ date, quantity }) => date === out.date && isAbout(quantity, held.times(ratio)),
    );
    if (back) return [out, back];
  }
  return [];
}

function missingQuestion(
  key: string,
  { security, stock, answers }: SplitInput,
  { exDate, numerator, denominator }: Split,
  held: Decimal,
): Question {
  const name = stock.symbol || security.name;
  const text = (shares: Decimal) => shares.toNumber().toLocaleString('en-US', { maximumFractionDigits: 8 });
  const ratio = `${numerator.toLocaleString('en-US')}:${denominator.toLocaleString('en-US')}`;
  return {
    key,
    kind: 'split',
    text: `Your file counts ${text(held)} shares of ${name}, bought before the ${ratio} split of ${formatDay(exDate)} and never multiplied. How many do you hold?`,
    choices: [
      { value: 'multiplied', label: text(held.times(numerator).div(denominator)) },
      { value: 'kept', label: text(held) },
    ],
    default: 'multiplied',
    answer: answers[key] ?? null,
  };
}
