import type { ByMethod } from '../answers.ts';
import { purchaseMoney } from '../book/bookings.ts';
import { type Entry, groupBySymbol, readEntries } from '../book/entries.ts';
import type { Ledger } from '../book/ledger.ts';
import type { Movement } from '../book/order-of-day.ts';
import { StockLedger } from '../book/stock-ledger.ts';
import { type Decimal, times, zero } from '../numbers/decimal.ts';
import { mapInSteps, type Steps } from '../numbers/steps.ts';
import { type Addition, LotQueue, movedLots, type OpenLot, purchase, type Removal } from './lots.ts';

/** A SELL with the cost of its shares. Money is in the currency of the book. */
export interface SoldShares {
  readonly entry: Entry;
  readonly proceeds: Decimal;
  readonly taxes: Decimal;
  readonly removal: Removal;
}

/** Market value less cost of shares that came or left without money. */
interface MovedShares {
  readonly direction: 'in' | 'out';
  readonly day: number;
  readonly value: Decimal;
  readonly cost: ByMethod<Decimal>;
}

/** The lots that a movement brought or took away, oldest first. */
export interface LotChange {
  readonly movement: Movement;
  readonly lots: readonly OpenLot[];
  /** Pooled cost of these shares. */
  readonly averageCost: Decimal;
}

/** The lots of a position, moved forward from its first to its last movement. */
export class CostLedger {
  readonly queue = new LotQueue();
  readonly sales: SoldShares[] = [];
  readonly moved: MovedShares[] = [];
  /** The costs that left with splits that kept the number of shares. */
  readonly spunOff: { readonly day: number; readonly cost: ByMethod<Decimal> }[] = [];
  readonly #stock: StockLedger;
  readonly #ledger: Ledger;
  readonly #transfers: Transfers;
  readonly #report: (change: LotChange) => void;
  #next = 0;

  /** @param report called for each movement that is booked, in order */
  constructor(
    stock: StockLedger,
    ledger: Ledger,
    transfers: Transfers,
    report: (change: LotChange) => void = () => {},
  ) {
    this.#stock = stock;
    this.#ledger = ledger;
    this.#transfers = transfers;
    this.#report = report;
  }

  /** Books the movements up to the end of a day. */
  advanceTo(day: number): this {
    this.#advanceWhile((movement) => movement.day <= day);
    return this;
  }

  /** Books the movements up to that of a transaction, itself included. */
  advancePast(transactionId: string): void {
    const index = this.#stock.movements.findIndex(({ entry }) => entry?.transaction.id === transactionId);
    while (this.#next <= index && this.#bookNext());
  }

  #advanceWhile(isDue: (movement: Movement) => boolean): void {
    for (;;) {
      const movement = this.#stock.movements[this.#next];
      if (!movement || !isDue(movement)) return;
      this.#bookNext();
    }
  }

  /** @returns false after the last movement */
  #bookNext(): boolean {
    const movement = this.#stock.movements[this.#next];
    if (!movement) return false;
    // First, because a transfer may lead back to this position.
    this.#next++;
    if (movement.entry === null) this.#bookKeptSplit(movement);
    else if (movement.direction === 'in') this.#bookAddition(movement, movement.entry);
    else this.#bookRemoval(movement, movement.entry);
    return true;
  }

  #bookAddition(movement: Movement, entry: Entry): void {
    const { day, quantity } = movement;
    if (entry.transaction.type === 'BUY') {
      const bought = purchase(day, quantity, this.#purchaseCost(entry));
      this.queue.add(bought);
      this.#report({ movement, ...bought });
      return;
    }
    const value = this.#stock.marketValue(entry, this.#ledger.rates);
    const addition = this.#transferred(entry) ?? purchase(day, quantity, this.#transferCost(entry, value));
    this.queue.add(addition);
    this.#report({ movement, ...addition });
    const cost = {
      fifo: addition.lots.reduce((sum, lot) => sum.plus(lot.cost), zero),
      average: addition.averageCost,
    };
    this.moved.push({ direction: 'in', day, value, cost });
  }

  #bookRemoval(movement: Movement, entry: Entry): void {
    const removal = this.queue.remove(movement);
    this.#report({ movement, lots: removal.lots, averageCost: removal.cost.average });
    if (entry.transaction.type === 'SELL') {
      const rate = this.#rateOf(entry);
      const proceeds = times(times(entry.quantity, entry.price ?? zero).minus(entry.fees), rate);
      this.sales.push({ entry, proceeds, taxes: times(entry.taxes, rate), removal });
      return;
    }
    const value = this.#stock.marketValue(entry, this.#ledger.rates);
    this.moved.push({ direction: 'out', day: movement.day, value, cost: removal.cost });
    this.#transfers.store(entry, removal);
  }

  #bookKeptSplit(movement: Movement): void {
    const { day, direction, quantity } = movement;
    const { lots, cost } = this.queue.scale(movement);
    this.#report({ movement, lots, averageCost: cost.average });
    const value = this.#stock.valueAt(quantity, day, this.#ledger.rates);
    this.moved.push({ direction, day, value, cost });
    if (direction === 'out') this.spunOff.push({ day, cost });
  }

  /** As it is booked; of a transfer's source, whose bookings are those of another book, computed. */
  #purchaseCost(entry: Entry): Decimal {
    const booking = this.#ledger.bookingOf(entry);
    return booking ? booking.holdingIn : times(purchaseMoney(entry), this.#rateOf(entry));
  }

  #transferred(entry: Entry): Addition | null {
    const removal = this.#transfers.take(entry);
    return removal && movedLots(removal);
  }

  /** The cost of shares that came without money: what they had cost, else their value at market. */
  #transferCost(entry: Entry, value: Decimal): Decimal {
    return entry.price === null ? value : times(times(entry.quantity, entry.price), this.#rateOf(entry));
  }

  #rateOf(entry: Entry): Decimal {
    return this.#ledger.rates.ofEntry(entry) ?? zero;
  }
}

/** The lots on their way between portfolios of which not all are computed. */
export class Transfers {
  readonly #ledger: Ledger;
  readonly #removals = new Map<string, Removal>();
  /** Ledgers of other portfolios, by the transfer that leaves them. */
  #sources: ReadonlyMap<string, { ledger: CostLedger; transactionId: string }> | null = null;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  store({ transaction: { transferId } }: Entry, removal: Removal): void {
    if (transferId !== null) this.#removals.set(transferId, removal);
  }

  /** The lots that a TRANSFER_IN brings from another portfolio; null if they are not known. */
  take({ transaction: { transferId } }: Entry): Removal | null {
    if (transferId === null) return null;
    if (!this.#removals.has(transferId)) {
      this.#sources ??= this.#findSources();
      const source = this.#sources.get(transferId);
      source?.ledger.advancePast(source.transactionId);
    }
    return this.#removals.get(transferId) ?? null;
  }

  #findSources() {
    const { book, rates } = this.#ledger;
    const sources = new Map<string, { ledger: CostLedger; transactionId: string }>();
    const others = book.transactions.filter(({ portfolioId }) => !book.portfolioIds.includes(portfolioId));
    for (const [portfolioId, transactions] of Map.groupBy(others, (transaction) => transaction.portfolioId)) {
      const own = { ...book, portfolioIds: [portfolioId] };
      for (const [symbol, entries] of groupBySymbol(readEntries(transactions))) {
        const stock = new StockLedger(symbol, entries, own, rates);
        if (stock.missing) continue;
        const ledger = new CostLedger(stock, this.#ledger, this);
        for (const { transaction } of entries) {
          if (transaction.type === 'TRANSFER_OUT' && transaction.transferId !== null) {
            sources.set(transaction.transferId, { ledger, transactionId: transaction.id });
          }
        }
      }
    }
    return sources;
  }
}

/** The costs of all positions at the end of a day, by symbol. */
export function* costSteps(ledger: Ledger, day: number): Steps<Map<string, CostLedger>> {
  const transfers = new Transfers(ledger);
  const { stocks } = ledger.upTo(day);
  const costs = new Map(stocks.map((stock) => [stock.symbol, new CostLedger(stock, ledger, transfers)]));
  yield* mapInSteps(costs.values(), (cost) => cost.advanceTo(day));
  return costs;
}
