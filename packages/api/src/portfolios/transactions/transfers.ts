import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { dayInUtc } from '../day.ts';
import { findPortfolio } from '../portfolios.ts';
import { presentTransactions } from './present.ts';
import type { NewTransaction, Transaction, transfer, transferInput } from './schemas.ts';
import { addTransactions } from './store.ts';

type TransferInput = z.output<typeof transferInput>;

/**
 * Books shares or money out of a portfolio of the caller and into another one, as two transactions.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the shares are not held, CONFLICT
 */
export async function createTransfer(
  ctx: UserContext,
  input: TransferInput,
): Promise<z.infer<typeof transfer>> {
  const { em, user, services } = ctx;
  const { portfolioId, to } = input;
  return em.transactional(async (tx) => {
    const source = await findPortfolio(tx, user.id, portfolioId);
    await findPortfolio(tx, user.id, to);
    if (portfolioId === to) throw fieldError('to', 'Choose another portfolio to transfer to');
    const transferId = randomUUID();
    const [outgoing, incoming] = sidesOf(input, source.currency);
    const sides = [
      { id: portfolioId, transaction: outgoing },
      { id: to, transaction: incoming },
    ];
    const booked = new Map<string, Transaction[]>();
    // Portfolios are locked in the order of their ids.
    for (const { id, transaction } of sides.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const { portfolio, rows } = await addTransactions(tx, ctx, {
        portfolioId: id,
        transactions: [transaction],
        isList: false,
        transferId,
      });
      const today = dayInUtc(services.clock());
      booked.set(id, await presentTransactions(tx, user.id, portfolio, rows, today));
    }
    return { transactions: sides.flatMap(({ id }) => booked.get(id) ?? []) };
  });
}

/** @throws AppError BAD_REQUEST unless the input names either shares or money */
function sidesOf(input: TransferInput, sourceCurrency: string): [NewTransaction, NewTransaction] {
  const { date, symbol = null, quantity = null, price, amount = null, currency, note } = input;
  const isOfShares = symbol !== null || quantity !== null;
  if (isOfShares === (amount !== null)) {
    throw fieldError('quantity', 'Enter a stock and a quantity, or an amount');
  }
  if (isOfShares) {
    const shares = { date, symbol, quantity, currency, note };
    return [
      { ...shares, type: 'TRANSFER_OUT' },
      { ...shares, price, type: 'TRANSFER_IN' },
    ];
  }
  const money = { date, amount, currency: currency ?? sourceCurrency, note };
  return [
    { ...money, type: 'WITHDRAWAL' },
    { ...money, type: 'DEPOSIT' },
  ];
}
