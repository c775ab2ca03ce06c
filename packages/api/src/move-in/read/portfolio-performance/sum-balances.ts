import type { Balances } from '../../form.ts';
import { scaled } from '../scaled.ts';
import type { AccountLegType, PortfolioLegType, PpClient } from './client.ts';
import { scalesOf } from './scales.ts';

/** The sign of the effect of a leg on the money of its account. */
const moneySigns: Readonly<Record<AccountLegType, 1n | -1n>> = {
  DEPOSIT: 1n,
  REMOVAL: -1n,
  INTEREST: 1n,
  INTEREST_CHARGE: -1n,
  DIVIDENDS: 1n,
  FEES: -1n,
  FEES_REFUND: 1n,
  TAXES: -1n,
  TAX_REFUND: 1n,
  BUY: -1n,
  SELL: 1n,
  TRANSFER_IN: 1n,
  TRANSFER_OUT: -1n,
};

/** The sign of the effect of a leg on the shares of its portfolio. */
const shareSigns: Readonly<Record<PortfolioLegType, 1n | -1n>> = {
  BUY: 1n,
  SELL: -1n,
  TRANSFER_IN: 1n,
  TRANSFER_OUT: -1n,
  DELIVERY_INBOUND: 1n,
  DELIVERY_OUTBOUND: -1n,
};

/**
 * The shares and the money that the program shows at the end of a day: plain sums of its own whole numbers. Shares
 * nothing with the code that makes lines, which is checked by them.
 */
export function sumBalances(
  { version, legs, accounts, portfolios }: PpClient,
  lastDay: string | null,
): Balances {
  const money = new Map(accounts.map((account) => [account, { amount: 0n, turnover: 0n }]));
  const shares = new Map(portfolios.map((portfolio) => [portfolio, new Map<string, bigint>()]));
  for (const leg of legs) {
    if (lastDay === null || leg.date > lastDay) continue;
    if (leg.side === 'account') {
      const sum = money.get(leg.owner);
      if (!sum) continue;
      sum.amount += moneySigns[leg.type] * leg.amount;
      sum.turnover += leg.amount < 0n ? -leg.amount : leg.amount;
    } else {
      const held = shares.get(leg.owner);
      const key = leg.security?.uuid;
      if (!held || key === undefined) continue;
      held.set(key, (held.get(key) ?? 0n) + shareSigns[leg.type] * leg.shares);
    }
  }
  const decimals = scalesOf(version).shares;
  return {
    money: [...money].map(([{ uuid, currency }, { amount, turnover }]) => ({
      account: uuid,
      currency,
      amount: scaled(amount, 2),
      turnover: scaled(turnover, 2),
    })),
    shares: [...shares].flatMap(([{ uuid }, held]) =>
      [...held].map(([security, quantity]) => ({
        account: uuid,
        security,
        quantity: scaled(quantity, decimals),
      })),
    ),
  };
}
