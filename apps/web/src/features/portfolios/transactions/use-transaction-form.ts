import type { Portfolio, Transaction } from '@stockbook/api/schemas';
import { type FormEvent, type RefObject, useState } from 'react';
import { useAttempts } from '#hooks/use-attempts.ts';
import { useDebounced } from '#hooks/use-debounced.ts';
import { useResolveSymbol } from '#hooks/use-suggestions.ts';
import { TaskFailure } from '#lib/api/run-task.ts';
import { isIsin } from '#lib/api/schemas.ts';
import { describeFailure, fieldProblems } from '#lib/api/server-error.ts';
import { readDecimal } from '#lib/format/decimals.ts';
import { useIsNominal } from '../api/nominal.ts';
import { type Saved, useDayPrice, useSaveTransaction } from './api.ts';
import { findErrors, shownFields, type TransactionErrors } from './transaction-request.ts';
import { hasField, type TransactionValues } from './transaction-shapes.ts';

const typingMs = 300;

interface FormOptions {
  readonly portfolio: Portfolio;
  readonly initial: TransactionValues;
  readonly edited: Transaction | null;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly onSaved: (saved: Saved, addsAnother: boolean) => void;
}

interface Failure {
  readonly message: string;
  readonly detail: string | null;
}

export type TransactionForm = ReturnType<typeof useTransactionForm>;

/** The prices and the exchange rate of the form's day, once typing pauses. */
function useDebouncedDayPrice(portfolioId: string, values: TransactionValues, symbol: string) {
  const currency = useDebounced(values.currency.trim(), typingMs);
  const date = useDebounced(values.date, typingMs);
  return useDayPrice(portfolioId, date, symbol, /^[A-Za-z]{3}$/.test(currency) ? currency : '');
}

/** The fields of the form, with what follows from them. */
function useFields({ portfolio, initial, edited, formRef }: Omit<FormOptions, 'onSaved'>) {
  const [values, setValues] = useState(initial);
  const [isTotal, setIsTotal] = useState(initial.total !== '');
  const [accrued, setAccrued] = useState('');
  const [errors, setErrors] = useState<TransactionErrors>({});
  /** The stock of the form once the field has been left. */
  const [symbol, setSymbol] = useState(initial.symbol);
  const [, focusInvalid] = useAttempts(formRef);
  const resolveSymbol = useResolveSymbol();
  const named = hasField(values.type, 'symbol') ? symbol : '';
  const { data: day } = useDebouncedDayPrice(portfolio.id, values, named);

  const isNominal = useIsNominal(named) === true;
  const takesAccrued = isNominal && values.type === 'BUY' && edited === null;

  return {
    values,
    change(changes: Partial<TransactionValues>) {
      setValues((before) => ({ ...before, ...changes }));
      const names = Object.keys(changes);
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
      );
    },
    isTotal,
    setIsTotal,
    /** Whether prices are in per cent of the nominal value. */
    isNominal,
    /** Whether the form has a field for accrued interest. */
    takesAccrued,
    accrued,
    setAccrued,
    accruedError:
      takesAccrued && accrued.trim() !== '' && readDecimal(accrued) === null ? 'Enter a number' : undefined,
    errors,
    reject(found: TransactionErrors) {
      setErrors(found);
      focusInvalid();
    },
    isChanged: accrued !== '' || JSON.stringify(values) !== JSON.stringify(initial),
    day,
    isUnknownStock: day !== undefined && !day.is_known && day.symbol === named.toUpperCase(),
    settleSymbol: async (typed: string) => {
      const text = typed.trim();
      const found = text === '' ? '' : await resolveSymbol(text).catch(() => text);
      // An ISIN or a name that no stock was found for stays as it is typed.
      if (isIsin(found)) return;
      setSymbol(found);
      setValues((before) => (before.symbol === typed ? { ...before, symbol: found } : before));
    },
    /** Replaces a typed name by the symbol that it means. Rejects with a `TaskFailure` if it cannot be one. */
    async resolved(): Promise<TransactionValues> {
      const typed = values.symbol.trim();
      if (!hasField(values.type, 'symbol') || typed === '' || typed === edited?.symbol) return values;
      const found = typed === symbol ? typed : await resolveSymbol(typed);
      if (isIsin(found)) throw new TaskFailure('Choose the stock from the list');
      return { ...values, symbol: found };
    },
  };
}

/** The state of the form of a transaction, which the server checks when it is saved. */
export function useTransactionForm({ onSaved, ...options }: FormOptions) {
  const { portfolio, edited } = options;
  const { reject, resolved, ...fields } = useFields(options);
  const { values, isTotal, isNominal, takesAccrued, accrued, accruedError, day, isUnknownStock } = fields;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = useSaveTransaction(portfolio.id, setAdding);

  function showFailure(error: unknown) {
    if (error instanceof TaskFailure) {
      reject({ symbol: error.message });
      return;
    }
    const shown = shownFields(values.type, isTotal);
    const nameOf = (field: string) => (field === 'price' && isTotal ? 'total' : field);
    const problems = fieldProblems(error).map(({ field, message }) => [nameOf(field), message] as const);
    if (problems.length > 0 && problems.every(([field]) => shown.some((name) => name === field))) {
      reject(Object.fromEntries(problems));
      return;
    }
    const [message, detail] = describeFailure(error, 'Failed to save transaction');
    setFailure({ message, detail });
  }

  async function submit(addsAnother: boolean) {
    if (isBusy) return;
    setFailure(null);
    const found = findErrors(values, { isTotal, isNominal });
    if (Object.keys(found).length > 0 || accruedError !== undefined) {
      reject(found);
      return;
    }
    setIsBusy(true);
    try {
      const complete = await resolved();
      const saved = await save.mutateAsync({
        values: complete,
        entry: { isTotal, isNominal },
        accrued: takesAccrued ? accrued.trim() : '',
        edited,
        isUnknownStock: isUnknownStock && complete.symbol === day?.symbol,
      });
      if (saved) onSaved(saved, addsAnother);
    } catch (error) {
      showFailure(error);
    } finally {
      setIsBusy(false);
      setAdding(null);
    }
  }

  return {
    ...fields,
    change(changes: Partial<TransactionValues>) {
      fields.change(changes);
      setFailure(null);
    },
    failure,
    isBusy,
    /** The stock that is being added to the user's stocks before the transaction can be saved. */
    adding,
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void submit(false);
    },
  };
}
