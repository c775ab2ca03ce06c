/** The types of transactions of a portfolio, in the order in which messages list them. */
export const transactionTypes = [
  'BUY',
  'SELL',
  'DIVIDEND',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'FEE',
  'TAX',
  'INTEREST',
  'DEPOSIT',
  'WITHDRAWAL',
  'EXCHANGE',
] as const;

export type TransactionType = (typeof transactionTypes)[number];
