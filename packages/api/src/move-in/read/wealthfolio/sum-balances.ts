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

/** The shares and the money of each account on a day, as the program adds its activities up. */
export function sumBalances({ accounts, activities }: WfBook, lastDay: string | null): Balances {
  const shares = new Map<string, Map<string, Decimal>>();
  const money = new Map<string, Map<string, { amount: Decimal; turnover: Decimal }>>();
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  const snapshots = new Set(accounts.flatMap(({ id, isSnapshots }) => (isSnapshots ? id : [])));
  const splits = new Set<string>();
  const move = (account: string, asset: string | null, change: Decimal) => {
    if (asset === null) return;
    const own = shares.get(account) ?? new Map<string, Decimal>();
    shares.set(account, own);
    own.set(asset, (own.get(asset) ?? new Decimal(0)).plus(change));
  };
  const pay = ({ accountId, currency, fxRate }: WfActivity, change: Decimal) => {
    const rate = plain(fxRate);
    const home = currencies.get(accountId) ?? currency;
    const isConverted = currency !== home && !rate.isZero() && !rate.eq(1);
    const [code, amount] = isConverted ? [home, change.times(rate)] : [currency, change];
    const own = money.get(accountId) ?? new Map<string, { amount: Decimal; turnover: Decimal }>();
    money.set(accountId, own);
    const sum = own.get(code) ?? { amount: new Decimal(0), turnover: new Decimal(0) };
    own.set(code, { amount: sum.amount.plus(amount), turnover: sum.turnover.plus(amount.abs()) });
  };
  for (const activity of activities) {
    const { accountId, assetId, type, subtype, status, date, metadata } = activity;
    const isCounted = status === '' || status === 'POSTED';
    if (!isCounted || lastDay === null || date.slice(0, 10) > lastDay || snapshots.has(accountId)) continue;
    const [quantity, amount] = [plain(activity.quantity), plain(activity.amount)];
    const [fee, tax] = [plain(activity.fee), plain(activity.tax)];
    const traded = plain(activity.unitPrice).isZero() ? amount : quantity.times(plain(activity.unitPrice));
    const given = amount.isZero() ? quantity.times(plain(activity.unitPrice)) : amount;
    const costs = fee.plus(tax);
    switch (type) {
      case 'BUY':
        move(accountId, assetId, quantity);
        pay(activity, traded.plus(costs).neg());
        break;
      case 'SELL':
        move(accountId, assetId, quantity.neg());
        pay(activity, traded.minus(costs));
        break;
      case 'DIVIDEND':
      case 'INTEREST':
        if (subtype === 'DIVIDEND_IN_KIND') {
          const [, received = null] = /"received_asset_id"\s*:\s*"([^"]+)"/.exec(metadata ?? '') ?? [];
          move(accountId, received ?? assetId, quantity);
        } else {
          pay(activity, given.minus(costs));
        }
        if (subtype === 'DRIP' || subtype === 'STAKING_REWARD') {
          move(accountId, assetId, quantity);
          pay({ ...activity, fxRate: null }, quantity.times(plain(activity.unitPrice)).neg());
        }
        break;
      case 'DEPOSIT':
        pay(activity, given.minus(fee));
        break;
      case 'WITHDRAWAL':
        pay(activity, given.plus(fee).neg());
        break;
      case 'FEE':
        pay(activity, (amount.isZero() ? (fee.isZero() ? given : fee) : amount).neg());
        break;
      case 'TAX':
        pay(activity, (amount.isZero() ? tax : amount).neg());
        break;
      case 'CREDIT':
        pay(activity, given);
        break;
      case 'TRANSFER_IN':
      case 'TRANSFER_OUT': {
        const sign = type === 'TRANSFER_IN' ? 1 : -1;
        if (assetId === null) pay(activity, given.times(sign));
        else move(accountId, assetId, quantity.times(sign));
        break;
      }
      case 'SPLIT': {
        const key = `${assetId} ${date.slice(0, 10)} ${accountId}`;
        const held = shares.get(accountId)?.get(assetId ?? '');
        if (held && !amount.isZero() && !splits.has(key))
          shares.get(accountId)?.set(assetId ?? '', held.times(amount));
        splits.add(key);
        break;
      }
    }
  }
  return {
    shares: [...shares].flatMap(([account, own]) =>
      [...own].map(([security, quantity]) => ({ account, security, quantity: quantity.toFixed() })),
    ),
    money: [...money].flatMap(([account, own]) =>
      [...own].map(([currency, { amount, turnover }]) => ({
        account,
        currency,
        amount: amount.toFixed(),
        turnover: turnover.toFixed(),
      })),
    ),
  };
}
