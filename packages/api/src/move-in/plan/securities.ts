import { mainCurrency, readCurrency } from '@stockbook/common/currencies';
import type { NeutralBook, NeutralLine, NeutralSecurity } from '../form.ts';
import type { PlanFacts, PlanStock } from './facts.ts';
import type { Answers, PlannedSecurity, Question } from './plan.ts';
import { unknownSplitKey } from './splits.ts';

/** Characters of an own symbol after its `@`. */
const maxOwnSymbol = 19;

const yahooSymbol = /^[A-Z0-9.\-^=&]{1,20}$/;

export interface SecurityPlan {
  readonly securities: readonly PlannedSecurity[];
  readonly stockOf: ReadonlyMap<string, PlanStock>;
  readonly questions: readonly Question[];
}

/**
 * Decides which stock or own instrument each security becomes. Whether the system knows a symbol decides only between
 * `known` and `new`, so that nobody learns what other users track.
 */
export function planSecurities(book: NeutralBook, facts: PlanFacts, answers: Answers): SecurityPlan {
  const counts = new Map<string, number>();
  const currencies = new Map<string, string>();
  for (const { security, currency, foreign } of book.lines) {
    if (security === null) continue;
    counts.set(security, (counts.get(security) ?? 0) + 1);
    const code = foreign?.currency ?? currency;
    if (code !== '' && !currencies.has(security)) currencies.set(security, code);
  }
  const listed = new Set(book.lists.flatMap(({ securities }) => securities));
  const owns = new OwnSymbols(facts.ownSymbols);
  const found = new Map(facts.found.map((each) => [each.key, each]));
  const stockOf = new Map<string, PlanStock>();
  const questions: Question[] = [];
  const splitLines = book.lines.filter(({ kind, security }) => kind === 'split' && security !== null);
  const noted = Map.groupBy(splitLines, ({ security }) => security ?? '');
  const securities = book.securities.map((security): PlannedSecurity => {
    const { key, name, isin } = security;
    const lines = counts.get(key) ?? 0;
    const common = { key, name, isin, lines, message: null };
    if (lines === 0 && !listed.has(key)) return { ...common, status: 'unused', symbol: null };
    const isOwn = noted.get(key)?.some(({ date }) => answers[unknownSplitKey(key, date)] === 'own');
    const answer = isOwn ? 'own' : (answers[`security:${key}`] ?? null);
    const lookedUp = found.get(key);
    const target = targetOf(security, answer, lookedUp);
    if (target === 'ask') {
      questions.push(securityQuestion(security, answer));
      return { ...common, status: 'ask', symbol: null, message: lookedUp?.problem ?? null };
    }
    if (target === 'skip') return { ...common, status: 'skip', symbol: null };
    if (target === 'own') {
      if (noted.has(key)) stockOf.set(key, ofFile({ ...security, prices: noPrices }, noted.get(key)));
      return { ...common, status: 'own', symbol: facts.instruments[key] ?? owns.take(security) };
    }
    const stock = findStock(facts.stocks, target, currencies.get(key) ?? security.currency);
    const hasSplits = security.splits.length > 0 || noted.has(key);
    if (stock && answer === null && lines > 0 && isQuotedOtherwise(security, stock)) {
      questions.push(quotesQuestion(security, stock));
    }
    if (stock || hasSplits) stockOf.set(key, stock ?? ofFile(security, noted.get(key)));
    return {
      ...common,
      status: stock ? 'known' : 'new',
      symbol: stock?.symbol ?? target.symbol,
      message: stock ? null : 'Will be looked up',
    };
  });
  return { securities: joinEqual(securities), stockOf, questions };
}

interface Target {
  readonly symbol: string | null;
  readonly isin: string | null;
}

function targetOf(
  { ticker, isin, feed, isYahooTicker }: NeutralSecurity,
  answer: string | null,
  lookedUp: PlanFacts['found'][number] | undefined,
): Target | 'own' | 'skip' | 'ask' {
  if (answer === 'own' || answer === 'skip') return answer;
  if (lookedUp) return lookedUp.symbol === null ? 'ask' : { symbol: lookedUp.symbol, isin: null };
  if (answer !== null) return { symbol: answer.trim().toUpperCase(), isin: null };
  const symbol = ticker?.toUpperCase() ?? '';
  if (isYahooTicker && yahooSymbol.test(symbol)) return { symbol, isin: null };
  if (isin !== null) return { symbol: null, isin };
  return feed === null || feed === '' || feed === 'MANUAL' ? 'own' : 'ask';
}

/** Of several listings of a company, that in the currency of the lines. */
function findStock(
  stocks: readonly PlanStock[],
  { symbol, isin }: Target,
  currency: string | null,
): PlanStock | undefined {
  if (symbol !== null) return stocks.find((stock) => stock.symbol === symbol);
  const listings = stocks.filter((stock) => stock.isin === isin);
  const main = currency === null ? null : mainCurrency(currency);
  return (
    listings.find((stock) => stock.currency !== null && mainCurrency(stock.currency) === main) ?? listings[0]
  );
}

const noPrices = { days: new Int32Array(), closes: new Float64Array() };

/** The stock as the file itself knows it, for a security that no source has, or that is looked up later. */
function ofFile(
  { ticker, isin, currency, splits, prices }: NeutralSecurity,
  noted: readonly NeutralLine[] = [],
): PlanStock {
  const events = splits.map(({ date, ...ratio }) => [date, ratio] as const);
  const lines = noted.flatMap(({ date, ratio }) => (ratio === null ? [] : [[date, ratio] as const]));
  const byDay = new Map(lines.length > 0 ? lines : events);
  return {
    symbol: ticker ?? '',
    isin,
    currency,
    splits: [...byDay].map(([exDate, ratio]) => ({ exDate, ...ratio })),
    days: prices.days,
    closes: prices.closes,
  };
}

/** Symbols of own instruments, each once. */
class OwnSymbols {
  readonly #taken: Set<string>;

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken);
  }

  take({ ticker, name }: NeutralSecurity): string {
    const reduce = (text: string) =>
      text
        .toUpperCase()
        .replace(/[^A-Z0-9.-]+/g, '-')
        .replace(/^[-.]+|[-.]+$/g, '');
    const base = reduce(ticker ?? '') || reduce(name) || 'SECURITY';
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : `-${count}`;
      const symbol = `@${base.slice(0, maxOwnSymbol - suffix.length)}${suffix}`;
      if (this.#taken.has(symbol)) continue;
      this.#taken.add(symbol);
      return symbol;
    }
  }
}

/** The first security of each symbol, by the keys of those that become one with it. */
export function joinedSecurities(securities: readonly PlannedSecurity[]): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  return new Map(
    securities.flatMap(({ key, symbol }) => {
      if (symbol === null) return [];
      const first = firsts.get(symbol) ?? key;
      firsts.set(symbol, first);
      return first === key ? [] : [[key, first] as const];
    }),
  );
}

/** Names those that become one. */
function joinEqual(securities: readonly PlannedSecurity[]): PlannedSecurity[] {
  const bySymbol = new Map<string, PlannedSecurity>();
  return securities.map((security) => {
    const { symbol, name, message } = security;
    const first = symbol === null ? undefined : bySymbol.get(symbol);
    if (symbol !== null && !first) bySymbol.set(symbol, security);
    if (!first) return security;
    const joined = `Joined with ${first.name}: both are ${symbol}`;
    return { ...security, name, message: message === null ? joined : `${message}. ${joined}` };
  });
}

/** Whether the quotes have another currency than the file says; hundredths are no other currency. */
function isQuotedOtherwise({ currency }: NeutralSecurity, { currency: quoted }: PlanStock): boolean {
  const known = currency === null ? null : readCurrency(currency);
  return known !== null && quoted !== null && mainCurrency(known) !== mainCurrency(quoted);
}

/** Another listing may be meant. Money is that of the file in any case, so the stock is the default. */
const quotesQuestion = (
  { key, name, ticker, currency }: NeutralSecurity,
  { symbol, currency: quoted }: PlanStock,
): Question => ({
  key: `security:${key}`,
  kind: 'security',
  text: `"${name || ticker || symbol}" is in ${currency} in your file, but ${symbol} is quoted in ${quoted}. Is it the right stock?`,
  choices: [{ value: symbol, label: `Yes, take ${symbol}` }, ...withoutStock],
  default: symbol,
  answer: null,
});

const withoutStock: Question['choices'] = [
  { value: 'own', label: 'Make it an own instrument' },
  { value: 'skip', label: 'Leave it out' },
];

const securityQuestion = ({ key, name, ticker }: NeutralSecurity, answer: string | null): Question => ({
  key: `security:${key}`,
  kind: 'security',
  text: `Which stock is "${name || ticker || 'a security without a name'}"?`,
  choices: withoutStock,
  default: null,
  answer,
});
