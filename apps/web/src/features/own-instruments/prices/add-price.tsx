import { type FormEvent, useId, useRef, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { formatDate, today } from '#lib/format/dates.ts';
import { typedNumber } from '#lib/format/decimals.ts';
import { useAddBars } from '../api.ts';
import { describePriceFailure } from './price-failure.ts';

interface AddPriceProps {
  symbol: string;
  /** Formats a price as the page does. */
  format: (price: number) => string;
}

interface Failure {
  readonly message: string;
  readonly detail: string | null;
}

/** East of Greenwich a day begins earlier than in UTC. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

/** The form for a price. Enter saves it, and the next one can be typed while it is being saved. */
export function AddPrice({ symbol, format }: AddPriceProps) {
  const [date, setDate] = useState(today);
  const [price, setPrice] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const priceInput = useRef<HTMLInputElement>(null);
  const { mutateAsync } = useAddBars(symbol);
  const errorId = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const close = typedNumber(price);
    setFailure(null);
    setSaved(null);
    if (date === '' || close === null) {
      setError(date === '' ? 'Enter the date' : 'Enter a price');
      (date === '' ? dateInput : priceInput).current?.focus();
      return;
    }
    setPrice('');
    dateInput.current?.focus();
    try {
      await mutateAsync({ bars: [{ date, close }] });
      setSaved(`Saved: ${format(close)} on ${formatDate(date)}`);
    } catch (cause) {
      const [message, detail] = describePriceFailure(cause, 'Failed to save prices');
      setFailure({ message: `${formatDate(date)}: ${message}`, detail });
      // The next price may be typed already.
      setPrice((typed) => (typed === '' ? price : typed));
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      {failure && <ErrorBox message={failure.message} detail={failure.detail} />}
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          ref={dateInput}
          label="Date"
          type="date"
          max={tomorrow()}
          value={date}
          className="min-w-36 grow"
          onChange={({ target }) => {
            setDate(target.value);
            setError(null);
          }}
        />
        <TextField
          ref={priceInput}
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          value={price}
          className="min-w-24 grow basis-24"
          {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
          onChange={({ target }) => {
            setPrice(target.value);
            setError(null);
          }}
        />
        <Button type="submit" variant="primary" needsServer className="h-10">
          Add price
        </Button>
      </div>
      {error && (
        <p id={errorId} className="text-sm text-down">
          {error}
        </p>
      )}
      <p role="status" className="min-h-5 text-sm text-muted">
        {saved}
      </p>
    </form>
  );
}
