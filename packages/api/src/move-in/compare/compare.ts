import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { Decimal } from '../decimal.ts';
import type { NeutralBook } from '../form.ts';
import type { PlanStock } from '../plan/facts.ts';
import type { MovePlan, PlannedLine } from '../plan/plan.ts';
import { joinedSecurities } from '../plan/securities.ts';
import { sumPlanned } from './sum-planned.ts';

/** The part of a number of shares by which it may differ. */
const shareTolerance = 1e-8;

/** Half a hundredth, and a part of the turnover: quotients are stored with 15 digits. */
const [moneyTolerance, turnoverTolerance] = [0.005, 1e-8];

const zero = new Decimal(0);

export interface Comparison {
  readonly equal: boolean;
  readonly message: string;
  /** The numbers of positions and of accounts that were compared. */
  readonly holdings: number;
  readonly accounts: number;
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly account: string;
  readonly security: string | null;
  readonly currency: string | null;
  readonly theirs: string;
  readonly ours: string;
  readonly message: string;
}

interface Place {
  readonly portfolio: string;
  /** The accounts whose balances are compared as one. */
  readonly accounts: readonly string[];
}

/** Compares what the program itself shows on the last day of a file with what the plan gives on it. */
export function compare(
  book: NeutralBook,
  plan: MovePlan,
  { stockOf, today }: { readonly stockOf: ReadonlyMap<string, PlanStock>; readonly today: string },
): Comparison {
  return new Comparer(book, plan, stockOf, today).compare();
}

class Comparer {
  readonly #book: NeutralBook;
  readonly #plan: MovePlan;
  readonly #stockOf: ReadonlyMap<string, PlanStock>;
  readonly #today: string;
  readonly #portfolioOf: ReadonlyMap<string, string>;
  readonly #accountNames: ReadonlyMap<string, string>;

  constructor(book: NeutralBook, plan: MovePlan, stockOf: ReadonlyMap<string, PlanStock>, today: string) {
    this.#book = book;
    this.#plan = plan;
    this.#stockOf = stockOf;
    this.#today = today;
    this.#portfolioOf = new Map(
      plan.portfolios.flatMap(({ key, accounts }) => accounts.map((account) => [account, key] as const)),
    );
    this.#accountNames = new Map(book.accounts.map(({ key, name }) => [key, name]));
  }

  compare(): Comparison {
    const lastDay = this.#book.lastDay ?? this.#today;
    const ours = sumPlanned(this.#plan, this.#stockOf, { lastDay, today: this.#today });
    const holdings = this.#holdings(ours.shares);
    const money = this.#money(ours.money);
    const differences = [...holdings.differences, ...money.differences];
    const count = (number: number, word: string) =>
      `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`;
    const equal = differences.length === 0;
    return {
      equal,
      message: equal
        ? `Everything adds up: ${count(holdings.compared, 'holding')}, ${count(money.compared, 'account')}.`
        : `${count(differences.length, 'balance')} ${differences.length === 1 ? 'differs' : 'differ'}`,
      holdings: holdings.compared,
      accounts: money.compared,
      differences,
    };
  }

  #holdings(ours: ReadonlyMap<string, ReadonlyMap<string, Decimal>>) {
    const theirs = new Map<string, { readonly place: Place; readonly security: string; sum: Decimal }>();
    const firstOf = joinedSecurities(this.#plan.securities);
    for (const { account, security: own, quantity } of this.#book.balances.shares) {
      const security = firstOf.get(own) ?? own;
      const portfolio = this.#portfolioOf.get(account) ?? account;
      const key = `${portfolio} ${security}`;
      const known = theirs.get(key);
      const accounts = [...(known?.place.accounts ?? []), account];
      theirs.set(key, { place: { portfolio, accounts }, security, sum: (known?.sum ?? zero).plus(quantity) });
    }
    for (const [portfolio, held] of ours) {
      for (const security of held.keys()) {
        const key = `${portfolio} ${security}`;
        if (!theirs.has(key)) theirs.set(key, { place: { portfolio, accounts: [] }, security, sum: zero });
      }
    }
    const differences: Difference[] = [];
    let compared = 0;
    for (const { place, security, sum } of theirs.values()) {
      const own = ours.get(place.portfolio)?.get(security) ?? zero;
      const isEqual = own.minus(sum).abs().lte(Decimal.max(1, sum.abs()).times(shareTolerance));
      if (!isEqual || !sum.isZero()) compared += 1;
      if (!isEqual) differences.push(this.#shareDifference(place, security, sum, own));
    }
    return { differences, compared };
  }

  #shareDifference(place: Place, security: string, theirs: Decimal, ours: Decimal): Difference {
    const planned = this.#plan.securities.find(({ key }) => key === security);
    const name = planned?.symbol ?? planned?.name ?? security;
    const split = this.#plan.splits.find((each) => each.security === security && each.reading === 'missing');
    const [has, here] = [shareText(theirs), shareText(ours)];
    const reasons = this.#reasons((line) => line.security === security && this.#isAt(line, place));
    const message =
      split && reasons === ''
        ? `${name}: ${has} in the file, ${here} here after the ${split.numerator}:${split.denominator} split.`
        : `${planned?.name || name} in ${this.#nameOf(place)}: ${has} in ${this.#book.program}, ${here} here${reasons}.`;
    return {
      account: place.portfolio,
      security,
      currency: null,
      theirs: theirs.toFixed(),
      ours: ours.toFixed(),
      message,
    };
  }

  #money(ours: ReadonlyMap<string, ReadonlyMap<string, Decimal>>) {
    interface Sum {
      readonly place: Place;
      readonly currency: string;
      readonly amount: Decimal;
      readonly turnover: Decimal;
    }
    const theirs = new Map<string, Sum>();
    const { money } = this.#book.balances;
    if (money === null) return { differences: [], compared: 0 };
    for (const { account, currency: code, amount, turnover } of money) {
      const portfolio = this.#portfolioOf.get(account);
      // An account without lines has no money either.
      if (portfolio === undefined) continue;
      const currency = mainCurrency(code);
      const units = unitsPerMain(code);
      const key = `${portfolio} ${currency}`;
      const known = theirs.get(key);
      theirs.set(key, {
        place: { portfolio, accounts: [...(known?.place.accounts ?? []), account] },
        currency,
        amount: new Decimal(amount).div(units).plus(known?.amount ?? zero),
        turnover: new Decimal(turnover).div(units).plus(known?.turnover ?? zero),
      });
    }
    const compared = theirs.size;
    for (const [portfolio, balances] of ours) {
      // Balances say nothing of the money between them, and nothing of other currencies.
      if (this.#isKnownByBalances(portfolio)) continue;
      for (const currency of balances.keys()) {
        const key = `${portfolio} ${currency}`;
        const place = { portfolio, accounts: [] };
        if (!theirs.has(key)) theirs.set(key, { place, currency, amount: zero, turnover: zero });
      }
    }
    const differences = [...theirs.values()].flatMap(
      ({ place, currency, amount, turnover }): Difference[] => {
        const own = ours.get(place.portfolio)?.get(currency) ?? zero;
        const tolerance = turnover.times(turnoverTolerance).plus(moneyTolerance);
        if (own.minus(amount).abs().lte(tolerance)) return [];
        const [has, here] = [moneyText(amount, currency), moneyText(own, currency)];
        const reasons = this.#reasons((line) => this.#isAt(line, place));
        const message = `${this.#nameOf(place)}: ${has} in ${this.#book.program}, ${here} here${reasons}.`;
        const account = place.portfolio;
        return [
          { account, security: null, currency, theirs: amount.toFixed(), ours: own.toFixed(), message },
        ];
      },
    );
    return { differences, compared };
  }

  #isKnownByBalances(portfolio: string): boolean {
    return this.#book.accounts.some(
      ({ key, knownBalances }) => knownBalances !== null && this.#portfolioOf.get(key) === portfolio,
    );
  }

  #isAt({ account, moneyAccount, toAccount }: PlannedLine['line'], { portfolio }: Place): boolean {
    return [account, moneyAccount, toAccount].some(
      (key) => key !== null && this.#portfolioOf.get(key) === portfolio,
    );
  }

  #nameOf({ portfolio, accounts }: Place): string {
    const [only] = accounts;
    const name = accounts.length === 1 && only !== undefined ? this.#accountNames.get(only) : '';
    return name || this.#plan.portfolios.find(({ key }) => key === portfolio)?.name || portfolio;
  }

  /** The lines that are not booked, in parentheses; empty without any. */
  #reasons(isMeant: (line: PlannedLine['line']) => boolean): string {
    const [skipped, problems] = (['skipped', 'problem'] as const).map(
      (verdict) => this.#plan.lines.filter((each) => each.verdict === verdict && isMeant(each.line)).length,
    );
    const texts = [
      ...(skipped ? [`${skipped} ${skipped === 1 ? 'line' : 'lines'} skipped`] : []),
      ...(problems ? [`${problems} ${problems === 1 ? 'problem' : 'problems'}`] : []),
    ];
    return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
  }
}

const shareText = (shares: Decimal) =>
  shares.toNumber().toLocaleString('en-US', { maximumFractionDigits: 8 });

const moneyText = (amount: Decimal, currency: string) =>
  `${amount.toNumber().toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`;
