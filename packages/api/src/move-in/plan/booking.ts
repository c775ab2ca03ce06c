import { mainCurrency, readCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { Decimal } from '../decimal.ts';
import type { NeutralLine } from '../form.ts';
import { stored } from './numbers.ts';
import type { PlannedPortfolio, PlannedTransaction } from './plan.ts';
import type { Positions } from './positions.ts';

type Fields = Partial<PlannedTransaction> & Pick<PlannedTransaction, 'type'>;

/** The places of the accounts and securities of a line, and the way in which its shares are counted. */
export interface BookingContext {
  readonly portfolioOf: ReadonlyMap<string, PlannedPortfolio>;
  readonly nameOf: (account: string) => string;
  readonly positions: Positions;
  /** New shares of the line's day for one that the file counts: not 1 if it has multiplied them by later splits. */
  readonly sharesPerShare: (line: NeutralLine) => Decimal;
  /** The rate at which the money of a line is kept in the portfolio's currency; null if it stays as it is. */
  readonly rateOf: (line: NeutralLine, portfolio: PlannedPortfolio) => string | null;
}

/** The reason why a line is booked as nothing. */
export class SkippedLine extends Error {}

/**
 * The transactions of a line.
 * @throws SkippedLine
 */
export function bookLine(line: NeutralLine, ctx: BookingContext): PlannedTransaction[] {
  return new LineBooking(line, ctx).book();
}

class LineBooking {
  readonly #line: NeutralLine;
  readonly #ctx: BookingContext;
  readonly #booked: PlannedTransaction[] = [];

  constructor(line: NeutralLine, ctx: BookingContext) {
    this.#line = line;
    this.#ctx = ctx;
  }

  book(): PlannedTransaction[] {
    const line = this.#line;
    const amount = { amount: stored(new Decimal(line.gross)) };
    const home = this.#portfolio(line.account);
    switch (line.kind) {
      case 'buy':
      case 'sell':
        this.#trade(home);
        break;
      case 'transfer_in':
        this.#add(home, {
          type: 'TRANSFER_IN',
          ...this.#shares(),
          price: this.#price(new Decimal(line.gross)),
        });
        break;
      case 'transfer_out':
        this.#add(home, { type: 'TRANSFER_OUT', ...this.#shares() });
        break;
      case 'move_shares':
        this.#moveShares(home);
        break;
      case 'move_cash':
        this.#moveCash(home);
        break;
      case 'deposit':
        this.#add(home, { type: 'DEPOSIT', ...amount, security: null });
        break;
      case 'withdrawal':
        this.#add(home, { type: 'WITHDRAWAL', ...amount, security: null });
        break;
      case 'interest':
        this.#add(home, { type: 'INTEREST', ...amount, ...this.#costs(), security: null });
        break;
      case 'dividend': {
        const { gross, fees, taxes, exDate } = line;
        const net = new Decimal(gross).minus(fees).minus(taxes);
        this.#ofSecurity({ type: 'DIVIDEND', ...amount, ...this.#costs(), exDate }, net);
        break;
      }
      default: {
        const type = line.kind === 'fee' ? 'FEE' : 'TAX';
        this.#ofSecurity({ type, ...amount }, new Decimal(line.gross).neg());
      }
    }
    return this.#booked;
  }

  #trade(home: PlannedPortfolio): void {
    const { kind, gross, fees, taxes } = this.#line;
    const costs = new Decimal(fees).plus(taxes);
    const net = kind === 'buy' ? new Decimal(gross).plus(costs).neg() : new Decimal(gross).minus(costs);
    this.#add(home, { type: kind === 'buy' ? 'BUY' : 'SELL', ...this.#shares(), ...this.#priced(home) });
    this.#moneyBeside(home, net);
  }

  /** The price and the costs of a trade, in the currency in which it was made if that can be told. */
  #priced(home: PlannedPortfolio): Partial<PlannedTransaction> {
    const { foreign, gross, currency, note } = this.#line;
    const inMoney = { price: this.#price(new Decimal(gross)), ...this.#costs() };
    if (!foreign) return inMoney;
    const code = readCurrency(foreign.currency);
    if (code !== null && mainCurrency(code) === mainCurrency(currency)) {
      const units = new Decimal(unitsPerMain(code)).div(unitsPerMain(currency));
      return { currency: code, price: this.#price(units.times(gross)), ...this.#costs(units) };
    }
    const rate = new Decimal(foreign.rate);
    if (code === null || mainCurrency(currency) !== home.currency || unitsPerMain(currency) !== 1) {
      const text = `1 ${foreign.currency} = ${rate.toFixed()} ${currency}`;
      return { ...inMoney, note: note === null ? text : `${note}. ${text}` };
    }
    return {
      currency: code,
      fxRate: rate.toFixed(),
      price: this.#price(new Decimal(gross).div(rate)),
      ...this.#costs(new Decimal(1).div(rate)),
    };
  }

  /** Books a payment with a security where the security is held, with its money where that is. */
  #ofSecurity(fields: Fields, net: Decimal): void {
    const { security, date, account } = this.#line;
    const money = this.#portfolio(account);
    const holders = security === null ? [] : this.#ctx.positions.holdersOn(security, date);
    const [only] = holders;
    const isElsewhere = holders.length === 1 && only !== undefined && only !== money.key;
    const home = isElsewhere ? this.#byKey(only) : money;
    this.#add(home, fields);
    if (home !== money) this.#pair(home, money, net);
  }

  /** Moves the money of a trade that another portfolio's account has paid or received. */
  #moneyBeside(home: PlannedPortfolio, net: Decimal): void {
    const { moneyAccount } = this.#line;
    const payer = moneyAccount === null ? null : this.#portfolio(moneyAccount);
    if (payer !== home) this.#pair(home, payer, net);
  }

  /**
   * Balances money that stands in one portfolio and was booked in another.
   * @param payer null if the file does not say where the money is
   * @param net of the transaction: above 0 if it brings money into `home`
   */
  #pair(home: PlannedPortfolio, payer: PlannedPortfolio | null, net: Decimal): void {
    if (net.isZero()) return;
    const { key, id, moneyAccount } = this.#line;
    const isPaid = net.lt(0);
    const name = moneyAccount === null ? null : this.#ctx.nameOf(moneyAccount);
    const common = {
      amount: stored(net.abs()),
      security: null,
      exDate: null,
      transfer: payer === null ? null : `${key}:money`,
      note: name === null ? 'The account is not known' : `${isPaid ? 'Paid from' : 'Paid to'} ${name}`,
    };
    const give = { ...common, type: 'WITHDRAWAL' as const, externalId: id && `${id}:out` };
    const take = { ...common, type: 'DEPOSIT' as const, externalId: id && `${id}:in` };
    const [from, to] = isPaid ? [payer, home] : [home, payer];
    if (from) this.#add(from, give);
    if (to) this.#add(to, take);
  }

  #moveShares(home: PlannedPortfolio): void {
    const { key, toAccount, arrivingId } = this.#line;
    const target = this.#portfolio(toAccount ?? '');
    if (target === home) throw new SkippedLine('Both accounts are one portfolio');
    this.#add(home, { type: 'TRANSFER_OUT', ...this.#shares(), transfer: key });
    this.#add(target, { type: 'TRANSFER_IN', ...this.#shares(), transfer: key, externalId: arrivingId });
  }

  #moveCash(home: PlannedPortfolio): void {
    const { key, id, gross, currency, toAccount, toAmount, toCurrency, arrivingId } = this.#line;
    const target = this.#portfolio(toAccount ?? '');
    const given = { amount: stored(new Decimal(gross)), security: null };
    const arrived = { amount: stored(new Decimal(toAmount ?? gross)), currency: toCurrency ?? currency };
    const isExchange = mainCurrency(arrived.currency) !== mainCurrency(currency);
    if (isExchange) {
      const to = { toAmount: arrived.amount, toCurrency: arrived.currency };
      this.#add(home, { type: 'EXCHANGE', ...given, ...to });
    }
    if (target === home) {
      if (isExchange) return;
      throw new SkippedLine('Both accounts are one portfolio');
    }
    const leaving = isExchange ? { ...given, ...arrived, externalId: id && `${id}:out` } : given;
    this.#add(home, { type: 'WITHDRAWAL', ...leaving, transfer: key });
    this.#add(target, { type: 'DEPOSIT', ...given, ...arrived, transfer: key, externalId: arrivingId });
  }

  /** The quantity in shares of the day. */
  #shares(): Pick<PlannedTransaction, 'quantity'> {
    return { quantity: stored(this.#quantity()) };
  }

  #price(gross: Decimal): string {
    const quantity = this.#quantity();
    return quantity.isZero() ? '0' : stored(gross.div(quantity));
  }

  #quantity(): Decimal {
    return new Decimal(this.#line.quantity ?? 0).times(this.#ctx.sharesPerShare(this.#line));
  }

  #costs(units = new Decimal(1)): Pick<PlannedTransaction, 'fees' | 'taxes'> {
    const { fees, taxes } = this.#line;
    return { fees: stored(units.times(fees)), taxes: stored(units.times(taxes)) };
  }

  #portfolio(account: string): PlannedPortfolio {
    const portfolio = this.#ctx.portfolioOf.get(account);
    if (!portfolio) throw new SkippedLine('The account is left out');
    return portfolio;
  }

  #byKey(key: string): PlannedPortfolio {
    return this.#portfolio(key);
  }

  #add(portfolio: PlannedPortfolio, fields: Fields): void {
    const { key, date, security, currency, note, id } = this.#line;
    const isOfShares = fields.type === 'TRANSFER_IN' || fields.type === 'TRANSFER_OUT';
    this.#booked.push({
      portfolio: portfolio.key,
      line: key,
      date,
      security,
      quantity: null,
      price: null,
      amount: null,
      currency,
      fees: '0',
      taxes: '0',
      fxRate: isOfShares ? null : this.#ctx.rateOf(this.#line, portfolio),
      exDate: null,
      toAmount: null,
      toCurrency: null,
      transfer: null,
      ...fields,
      ...storable(
        fields.note === undefined ? note : fields.note,
        fields.externalId === undefined ? id : fields.externalId,
      ),
    });
  }
}

/** Characters of a stored note, and of an id. */
const [maxNote, maxId] = [1_000, 100];

/** A note as long as it can be stored. An id that is cut would be that of another line. */
function storable(note: string | null, id: string | null): Pick<PlannedTransaction, 'note' | 'externalId'> {
  const characters = Array.from(note ?? '');
  return {
    note: characters.length > maxNote ? `${characters.slice(0, maxNote - 1).join('')}…` : note,
    externalId: id !== null && id.length > maxId ? null : id,
  };
}
