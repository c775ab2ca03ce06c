import { Decimal } from '../decimal.ts';
import type { NeutralLine } from '../form.ts';

const zero = new Decimal(0);

/** Shares of a security in a portfolio after one of its lines. */
interface Position {
  readonly date: string;
  readonly quantity: Decimal;
}

/** The shares that the file counts, by security and portfolio, day by day. */
export class Positions {
  readonly #bySecurity = new Map<string, Map<string, Position[]>>();

  /** @param lines in the order in which they are booked */
  constructor(lines: readonly NeutralLine[], portfolioOf: (account: string) => string | undefined) {
    for (const line of lines) {
      const { kind, security, quantity, date, account, toAccount, ratio } = line;
      if (kind === 'split' && security !== null && ratio !== null) {
        this.#split(security, portfolioOf(account), date, ratio);
      }
      if (security === null || quantity === null) continue;
      const shares = new Decimal(quantity);
      if (kind === 'buy' || kind === 'transfer_in') this.#add(security, portfolioOf(account), date, shares);
      if (kind === 'sell' || kind === 'transfer_out' || kind === 'move_shares') {
        this.#add(security, portfolioOf(account), date, shares.neg());
      }
      if (kind === 'move_shares' && toAccount !== null) {
        this.#add(security, portfolioOf(toAccount), date, shares);
      }
    }
  }

  /** The portfolios that hold a security at the beginning or the end of a day. */
  holdersOn(security: string, date: string): string[] {
    const positions = [...(this.#bySecurity.get(security) ?? [])];
    return positions.filter(([, list]) => isHeldOn(list, date)).map(([portfolio]) => portfolio);
  }

  /** The shares in all portfolios before a day. */
  heldBefore(security: string, date: string): Decimal {
    const positions = [...(this.#bySecurity.get(security)?.values() ?? [])];
    return positions.reduce((sum, list) => sum.plus(before(list, date)), zero);
  }

  #split(
    security: string,
    portfolio: string | undefined,
    date: string,
    { numerator, denominator }: { readonly numerator: number; readonly denominator: number },
  ): void {
    const list = portfolio === undefined ? undefined : this.#bySecurity.get(security)?.get(portfolio);
    const held = list?.at(-1)?.quantity;
    if (held) list?.push({ date, quantity: held.times(numerator).div(denominator) });
  }

  #add(security: string, portfolio: string | undefined, date: string, change: Decimal): void {
    if (portfolio === undefined) return;
    const byPortfolio = this.#bySecurity.get(security) ?? new Map<string, Position[]>();
    this.#bySecurity.set(security, byPortfolio);
    const list = byPortfolio.get(portfolio) ?? [];
    byPortfolio.set(portfolio, list);
    list.push({ date, quantity: (list.at(-1)?.quantity ?? zero).plus(change) });
  }
}

function before(list: readonly Position[], date: string): Decimal {
  return quantityUpTo(list, (position) => position.date < date);
}

/** The shares after the last of ascending positions that lies early enough. */
function quantityUpTo(list: readonly Position[], isEarly: (position: Position) => boolean): Decimal {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const position = list[middle];
    if (position && isEarly(position)) low = middle + 1;
    else high = middle;
  }
  return list[low - 1]?.quantity ?? zero;
}

function isHeldOn(list: readonly Position[], date: string): boolean {
  const end = quantityUpTo(list, (position) => position.date <= date);
  return end.gt(0) || before(list, date).gt(0);
}
