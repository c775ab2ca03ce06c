import { z } from 'zod';
import type { NeutralLine } from '../form.ts';
import type { PlanFacts } from './facts.ts';
import type { PlannedPortfolio, PlannedTransaction } from './plan.ts';

const text = z.string().nullable();

const storedRow = z.object({
  id: z.string(),
  type: z.string(),
  date: z.string(),
  symbol: text,
  quantity: text,
  price: text,
  amount: text,
  currency: z.string(),
  fees: z.string(),
  taxes: z.string(),
});
type StoredRow = z.infer<typeof storedRow>;

interface StoredLinesContext extends Pick<PlanFacts, 'moved'> {
  readonly portfolioOf: ReadonlyMap<string, PlannedPortfolio>;
  readonly symbolOf: (security: string) => string | null;
}

/** The transactions that earlier moves have stored, which the lines of a file meet again. */
export class StoredLines {
  readonly #ctx: StoredLinesContext;
  /** The ids of equal rows that no line has met yet. */
  readonly #rows = new Map<string, string[]>();
  readonly #portfolios: ReadonlyMap<string, PlannedPortfolio>;
  /** The ids of the rows that lines without an id have met. */
  readonly taken: string[] = [];

  constructor(ctx: StoredLinesContext) {
    this.#ctx = ctx;
    this.#portfolios = new Map([...ctx.portfolioOf.values()].map((portfolio) => [portfolio.key, portfolio]));
    const rows = new Map(ctx.moved.map(({ portfolio }) => [portfolio.id, portfolio.rows]));
    for (const [portfolioId, json] of rows) {
      for (const row of json === null ? [] : z.array(storedRow).parse(JSON.parse(json))) {
        const key = keyOf(portfolioId, row);
        this.#rows.set(key, [...(this.#rows.get(key) ?? []), row.id]);
      }
    }
  }

  /**
   * Whether the portfolio that came from the account of a line has it: by its id, else as one of the equal ones, each
   * of which counts once.
   */
  has({ id, account }: NeutralLine, booked: readonly PlannedTransaction[]): boolean {
    const existing = this.#ctx.portfolioOf.get(account)?.existing ?? null;
    if (existing === null) return false;
    if (id !== null) {
      return this.#ctx.moved.some(
        ({ portfolio }) => portfolio.id === existing && portfolio.externalIds.has(id),
      );
    }
    const met = booked.map((transaction) => this.#take(transaction));
    const found = met.flatMap((row) => row ?? []);
    if (met[0] == null) return false;
    this.taken.push(...found);
    return true;
  }

  #take({ portfolio, security, ...transaction }: PlannedTransaction): string | undefined {
    const existing = this.#portfolios.get(portfolio)?.existing;
    if (existing == null) return undefined;
    const symbol = security === null ? null : this.#ctx.symbolOf(security);
    return this.#rows.get(keyOf(existing, { ...transaction, symbol }))?.shift();
  }
}

function keyOf(
  portfolioId: string,
  { date, type, symbol, quantity, price, amount, currency, fees, taxes }: Omit<StoredRow, 'id'>,
): string {
  return [portfolioId, date, type, symbol, quantity, price, amount, currency, fees, taxes].join(' ');
}
