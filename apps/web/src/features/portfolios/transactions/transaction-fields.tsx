import type { Portfolio } from '@stockbook/api/schemas';
import { type ChangeEvent, type ReactNode, type RefObject, useId } from 'react';
import { StockField } from '#components/stock-field.tsx';
import { controlClass, Field, TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { formatNumber } from '#lib/format/numbers.ts';
import { formatRate } from './live-total.ts';
import {
  cashTypes,
  type FieldName,
  type FormType,
  formTypes,
  hasField,
  shapes,
  typeNames,
} from './transaction-shapes.ts';
import type { TransactionForm } from './use-transaction-form.ts';

/** Keeps the room of a hint that comes later, so that nothing jumps. */
const reserved = '\u00A0';

interface TransactionFieldsProps {
  form: TransactionForm;
  portfolio: Portfolio;
  /** The type of one side of a transfer cannot change. */
  isTypeFixed: boolean;
  typeRef: RefObject<HTMLSelectElement | null>;
}

/** The fields of a transaction: its type, then only those that the type has. */
export function TransactionFields({ form, portfolio, isTypeFixed, typeRef }: TransactionFieldsProps) {
  const { values, change } = form;
  const { data } = trpc.portfolios.list.useQuery();
  const others = data?.portfolios.filter(({ id }) => id !== portfolio.id) ?? [];
  const { type } = values;
  const has = (field: FieldName) => hasField(type, field);
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4">
      <Field label="Type" hint={typeHint(type, portfolio)} className="col-span-2">
        {(control) => (
          <Select
            {...control}
            ref={typeRef}
            value={type}
            disabled={isTypeFixed || form.isBusy}
            onChange={({ target }) => change({ type: target.value as FormType })}
          >
            {formTypes(others.length > 0).map((each) => (
              <option key={each} value={each}>
                {typeNames[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {has('to') && (
        <Field label="To" error={form.errors.to} className="col-span-2">
          {(control) => (
            <Select {...control} value={values.to} onChange={({ target }) => change({ to: target.value })}>
              <option value="">Choose a portfolio</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {has('symbol') && (
        <StockField
          label={shapes[type].needs.includes('symbol') ? 'Stock' : 'Stock (optional)'}
          className="col-span-2"
          value={values.symbol}
          disabled={form.isBusy}
          error={form.errors.symbol}
          hint={stockHint(form) ?? reserved}
          onChange={(symbol) => change({ symbol })}
          onSettle={(symbol) => void form.settleSymbol(symbol)}
        />
      )}
      <Input form={form} name="date" label="Date" type="date" max={tomorrow()} />
      {has('quantity') ? (
        <Input form={form} name="quantity" label={form.isNominal ? 'Nominal' : 'Shares'} isNumber />
      ) : (
        <span />
      )}
      <MoneyFields form={form} portfolio={portfolio} has={has} />
      <Field label="Note (optional)" className="col-span-2" error={form.errors.note}>
        {(control) => (
          <input
            {...control}
            value={values.note}
            maxLength={1000}
            disabled={form.isBusy}
            onChange={({ target }) => change({ note: target.value })}
            className={cn(controlClass, 'h-10')}
          />
        )}
      </Field>
    </div>
  );
}

interface MoneyFieldsProps {
  form: TransactionForm;
  portfolio: Portfolio;
  has: (field: FieldName) => boolean;
}

function MoneyFields({ form, portfolio, has }: MoneyFieldsProps) {
  const { values, day, isTotal, isNominal } = form;
  const rangeId = useId();
  const isOptional = !shapes[values.type].needs.includes('price');
  const currency = values.currency.trim() || (day?.currency ?? portfolio.currency);
  return (
    <>
      {has('price') && (
        <>
          <Input
            form={form}
            name={isTotal ? 'total' : 'price'}
            label={
              isTotal
                ? 'Total'
                : `${isNominal ? 'Price in per cent' : 'Price'}${isOptional ? ' (optional)' : ''}`
            }
            describedBy={rangeId}
            isNumber
          />
          <div className="pt-6.5">
            <Switch label="Total instead of price" checked={isTotal} onChange={form.setIsTotal} />
          </div>
          <p id={rangeId} className="numeric col-span-2 -mt-2.5 min-h-5 text-sm text-muted">
            {isTotal ? 'Before fees and taxes' : rangeHint(form)}
          </p>
        </>
      )}
      {form.takesAccrued && (
        <TextField
          label="Accrued interest paid"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={form.accrued}
          error={form.accruedError}
          disabled={form.isBusy}
          onChange={({ target }) => form.setAccrued(target.value)}
        />
      )}
      {has('amount') && <Input form={form} name="amount" label={amountLabel(values.type)} isNumber />}
      {has('currency') && <Input form={form} name="currency" label="Currency" placeholder={day?.currency} />}
      {has('to_amount') && <Input form={form} name="to_amount" label="Amount that arrived" isNumber />}
      {has('to_currency') && <Input form={form} name="to_currency" label="Its currency" />}
      {has('fees') && <Input form={form} name="fees" label="Fees" placeholder="0" isNumber />}
      {has('taxes') && <Input form={form} name="taxes" label="Taxes" placeholder="0" isNumber />}
      {has('ex_date') && <Input form={form} name="ex_date" label="Ex-date (optional)" type="date" />}
      {has('fx_rate') && currency !== portfolio.currency && (
        <Input
          form={form}
          name="fx_rate"
          label={`${portfolio.currency} for one ${currency} (optional)`}
          placeholder={day?.fx_rate == null ? undefined : formatRate(day.fx_rate)}
          isNumber
        />
      )}
    </>
  );
}

interface InputProps {
  /** The id of what explains the field, if that is not below it. */
  describedBy?: string;
  form: TransactionForm;
  name: FieldName;
  label: string;
  hint?: ReactNode;
  isNumber?: boolean;
  type?: 'text' | 'date';
  max?: string;
  placeholder?: string | undefined;
}

function Input({ form, name, label, hint, describedBy, isNumber = false, ...input }: InputProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => form.change({ [name]: target.value });
  return (
    <TextField
      label={label}
      name={name}
      error={form.errors[name]}
      hint={hint}
      value={form.values[name]}
      disabled={form.isBusy}
      onChange={onChange}
      autoComplete="off"
      {...(describedBy && form.errors[name] === undefined && { 'aria-describedby': describedBy })}
      {...(isNumber && { inputMode: 'decimal' as const })}
      {...input}
    />
  );
}

/** East of Greenwich a day begins earlier than in UTC. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

function typeHint(type: FormType, { cash_tracking }: Portfolio): string | undefined {
  const isCounted = cash_tracking || !cashTypes.includes(type);
  return isCounted ? shapes[type].hint : 'Kept, and counts once you track cash.';
}

function stockHint({ day, isUnknownStock, values }: TransactionForm): string | undefined {
  if (isUnknownStock) return 'Not one of your stocks yet: it is added when you save.';
  const symbol = values.symbol.trim().toUpperCase();
  return day?.symbol === symbol && symbol !== '' ? (day.name ?? undefined) : undefined;
}

function rangeHint({ day, values }: TransactionForm): string | undefined {
  if (!day || day.low === null || day.high === null || day.symbol !== values.symbol.trim().toUpperCase()) {
    return undefined;
  }
  const range = `Traded between ${formatNumber(day.low, 2)} and ${formatNumber(day.high, 2)}`;
  const isOther = day.price_currency !== day.currency;
  return `${range}${isOther ? ` ${day.price_currency}` : ''} that day`;
}

function amountLabel(type: FormType): string {
  if (type === 'EXCHANGE') return 'Amount that left';
  return type === 'DIVIDEND' || type === 'INTEREST' ? 'Amount before taxes' : 'Amount';
}
