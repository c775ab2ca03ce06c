import { Decimal } from '../../decimal.ts';
import type { Balances } from '../../form.ts';
import type { WfActivity, WfBook } from './rows.ts';

/** The number of a text without its sign; 0 for what is none. */
function plain(text: string | null): Decimal {
  const value = Number(text ?? '');
  return Number.isFinite(value) && text?.trim()
    ? new Decimal(text.trim().replace(/^[-+]/, ''))
    : new Decimal(0);
}

/** The shares and the money of accounts. */
class Sums {
  readonly #shares = new Map<string, Map<string, Decimal>>();
  readonly #money = new Map<string, Map<string, { amount: Decimal; turnover: Decimal }>>();
  readonly #currencies: ReadonlyMap<string, string | null>;
  readonly #splits = new Set<string>();

  constructor(accounts: WfBook['accounts']) {
    this.#currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  }

  move(account: string, asset: string | null, change: Decimal): void {
    if (asset === null) return;
    const own = this.#shares.get(account) ?? new Map<string, Decimal>();
    this.#shares.set(account, own);
    own.set(asset, (own.get(asset) ?? new Decimal(0)).plus(change));
  }

  pay({ accountId, currency, fxRate }: WfActivity, change: Decimal): void {
    const rate = plain(fxRate);
    const home = this.#currencies.get(accountId) ?? currency;
    const isConverted = currency !== home && !rate.isZero() && !rate.eq(1);
    const [code, amount] = isConverted ? [home, change.times(rate)] : [currency, change];
    const own = this.#money.get(accountId) ?? new Map<string, { amount: Decimal; turnover: Decimal }>();
    this.#money.set(accountId, own);
    const sum = own.get(code) ?? { amount: new Decimal(0), turnover: new Decimal(0) };
    own.set(code, { amount: sum.amount.plus(amount), turnover: sum.turnover.plus(amount.abs()) });
  }

  split({ accountId, assetId, date }: WfActivity, ratio: Decimal): void {
    const key = `${assetId} ${date.slice(0, 10)} ${accountId}`;
    const own = this.#shares.get(accountId);
    const held = own?.get(assetId ?? '');
    if (held && !ratio.isZero() && !this.#splits.has(key)) own?.set(assetId ?? '', held.times(ratio));
    this.#splits.add(key);
  }

  balances(): Balances {
    return {
      shares: [...this.#shares].flatMap(([account, own]) =>
        [...own].map(([security, quantity]) => ({ account, security, quantity: quantity.toFixed() })),
      ),
      money: [...this.#money].flatMap(([account, own]) =>
        [...own].map(([currency, { amount, turnover }]) => ({
          account,
          currency,
          amount: amount.toFixed(),
          turnover: turnover.toFixed(),
        })),
      ),
    };
  }
}

/** The shares and the money of each account on a day, as the program adds its activities up. */
export function sumBalances({ accounts, activities }: WfBook, lastDay: string | null): Balances {
  const sums = new Sums(accounts);
  const snapshots = new Set(accounts.flatMap(({ id, isSnapshots }) => (isSnapshots ? id : [])));
  for (const activity of activities) {
    const { accountId, status, date } = activity;
    const isCounted = status === '' || status === 'POSTED';
    if (!isCounted || lastDay === null || date.slice(0, 10) > lastDay || snapshots.has(accountId)) continue;
    add(sums, activity);
  }
  return sums.balances();
}

function add(sums: Sums, activity: WfActivity): void {
  const { accountId, assetId, type, subtype, metadata } = activity;
  const [quantity, amount] = [plain(activity.quantity), plain(activity.amount)];
  const [fee, tax] = [plain(activity.fee), plain(activity.tax)];
  const product = quantity.times(plain(activity.unitPrice));
  const traded = plain(activity.unitPrice).isZero() ? amount : product;
  const given = amount.isZero() ? product : amount;
  const costs = fee.plus(tax);
  switch (type) {
    case 'BUY':
      sums.move(accountId, assetId, quantity);
      sums.pay(activity, traded.plus(costs).neg());
      break;
    case 'SELL':
      sums.move(accountId, assetId, quantity.neg());
      sums.pay(activity, traded.minus(costs));
      break;
    case 'DIVIDEND':
    case 'INTEREST':
      if (subtype === 'DIVIDEND_IN_KIND') {
        const [, received = null] = /"received_asset_id"\s*:\s*"([^"]+)"/.exec(metadata ?? '') ?? [];
        sums.move(accountId, received ?? assetId, quantity);
      } else {
        sums.pay(activity, given.minus(costs));
      }
      if (subtype === 'DRIP' || subtype === 'STAKING_REWARD') {
        sums.move(accountId, assetId, quantity);
        sums.pay({ ...activity, fxRate: null }, product.neg());
      }
      break;
    case 'DEPOSIT':
      sums.pay(activity, given.minus(fee));
      break;
    case 'WITHDRAWAL':
      sums.pay(activity, given.plus(fee).neg());
      break;
    case 'FEE':
      sums.pay(activity, (amount.isZero() ? (fee.isZero() ? given : fee) : amount).neg());
      break;
    case 'TAX':
      sums.pay(activity, (amount.isZero() ? tax : amount).neg());
      break;
    case 'CREDIT':
      sums.pay(activity, given);
      break;
    case 'TRANSFER_IN':
    case 'TRANSFER_OUT': {
      const sign = type === 'TRANSFER_IN' ? 1 : -1;
      if (assetId === null) sums.pay(activity, given.times(sign));
      else sums.move(accountId, assetId, quantity.times(sign));
      break;
    }
    case 'SPLIT':
      sums.split(activity, amount);
      break;
  }
}
