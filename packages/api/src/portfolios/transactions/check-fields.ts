import { mainCurrency } from '@stockbook/common/currencies';
import type { TransactionType } from '@stockbook/common/transaction-types';
import type { StoredTransaction } from '@stockbook/db';
import { AppError } from '../../app-error.ts';

/** A transaction without what the database adds. Numbers are decimal texts. */
export interface Draft
  extends Omit<StoredTransaction, 'id' | 'ordinal' | 'importId' | 'transferId' | 'createdAt' | 'updatedAt'> {
  readonly symbol: string | null;
}

/** The fields that depend on the type, by their names on the wire. */
const readers = {
  symbol: ({ symbol }: Draft) => symbol,
  quantity: ({ quantity }: Draft) => quantity,
  price: ({ price }: Draft) => price,
  amount: ({ amount }: Draft) => amount,
  // 0 is the default, and what a transaction without fees is returned with.
  fees: ({ fees }: Draft) => (fees === '0' ? null : fees),
  taxes: ({ taxes }: Draft) => (taxes === '0' ? null : taxes),
  fx_rate: ({ fxRate }: Draft) => fxRate,
  ex_date: ({ exDate }: Draft) => exDate,
  to_amount: ({ toAmount }: Draft) => toAmount,
  to_currency: ({ toCurrency }: Draft) => toCurrency,
};

type Field = keyof typeof readers;

interface Shape {
  readonly needs: readonly Field[];
  readonly has?: readonly Field[];
  /** Whether the amount may be negative: a refund, or interest that was charged. */
  readonly isSigned?: boolean;
}

const trade: Shape = { needs: ['symbol', 'quantity', 'price'], has: ['fees', 'taxes', 'fx_rate'] };
const cost: Shape = { needs: ['amount'], has: ['symbol', 'fx_rate'], isSigned: true };
const cash: Shape = { needs: ['amount'], has: ['fees', 'fx_rate'] };

const shapes: Readonly<Record<TransactionType, Shape>> = {
  BUY: trade,
  SELL: trade,
  DIVIDEND: { needs: ['symbol', 'amount'], has: ['fees', 'taxes', 'fx_rate', 'ex_date'] },
  TRANSFER_IN: { needs: ['symbol', 'quantity'], has: ['price', 'fx_rate'] },
  TRANSFER_OUT: { needs: ['symbol', 'quantity'] },
  FEE: cost,
  TAX: cost,
  INTEREST: { needs: ['amount'], has: ['fees', 'taxes', 'fx_rate'], isSigned: true },
  DEPOSIT: cash,
  WITHDRAWAL: cash,
  // The rate of an exchange is that of its two amounts.
  EXCHANGE: { needs: ['amount', 'to_amount', 'to_currency'], has: ['fees'] },
};

const withArticle = (type: TransactionType) => `${/^[EI]/.test(type) ? 'An' : 'A'} ${type}`;

const asWords: Partial<Record<Field, string>> = { symbol: 'stock', to_amount: 'to_amount' };

/** The error of a field of a transaction, which may be one of several in a request. */
export class TransactionFieldError extends AppError {
  readonly field: string;

  constructor(field: string, message: string, prefix = '') {
    super('BAD_REQUEST', message, { details: [{ field: `${prefix}${field}`, message }] });
    this.field = field;
  }

  /** The same error, of a transaction in a list. */
  within(index: number): TransactionFieldError {
    return new TransactionFieldError(this.field, this.message, `transactions[${index}].`);
  }
}

/**
 * Checks that a transaction has what its type needs, and nothing else.
 * @param tomorrow the last day that it may have
 * @throws TransactionFieldError
 */
export function checkFields(draft: Draft, tomorrow: string): void {
  const { type, date } = draft;
  if (date > tomorrow) throw new TransactionFieldError('date', 'A transaction cannot lie in the future');
  if (draft.exDate !== null && draft.exDate > tomorrow) {
    throw new TransactionFieldError('ex_date', 'ex_date cannot lie in the future');
  }
  const { needs, has = [], isSigned = false } = shapes[type];
  for (const [name, read] of Object.entries(readers)) {
    const field = name as Field;
    const isGiven = read(draft) !== null;
    const word = asWords[field] ?? field;
    if (isGiven && !needs.includes(field) && !has.includes(field)) {
      throw new TransactionFieldError(field, `${withArticle(type)} has no ${word}`);
    }
    if (!isGiven && needs.includes(field)) {
      throw new TransactionFieldError(field, `${withArticle(type)} needs ${articleOf(word)} ${word}`);
    }
  }
  checkAmounts(draft, isSigned);
  checkCurrencies(draft);
}

const articleOf = (word: string) => (/^[aeiou]/.test(word) ? 'an' : 'a');

function checkAmounts({ type, amount, toAmount }: Draft, isSigned: boolean): void {
  if (amount !== null && (isSigned ? amount === '0' : Number(amount) <= 0)) {
    const rule = isSigned ? 'must not be 0' : 'must be above 0';
    throw new TransactionFieldError('amount', `The amount of ${lowerArticle(type)} ${rule}`);
  }
  if (toAmount === '0') throw new TransactionFieldError('to_amount', 'to_amount must be above 0');
}

const lowerArticle = (type: TransactionType) => withArticle(type).replace(/^A/, 'a');

function checkCurrencies({ type, currency, fxRate, fxCurrency, toCurrency }: Draft): void {
  if (fxRate !== null && fxCurrency !== null && mainCurrency(currency) === fxCurrency) {
    throw new TransactionFieldError('fx_rate', 'fx_rate is for another currency');
  }
  if (toCurrency !== null && mainCurrency(currency) === mainCurrency(toCurrency)) {
    throw new TransactionFieldError('to_currency', `${withArticle(type)} needs two different currencies`);
  }
}
