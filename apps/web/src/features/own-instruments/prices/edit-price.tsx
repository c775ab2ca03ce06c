import type { Bar } from '@stockbook/api/schemas';
import { TextField } from '#components/ui/field.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { useForm } from '#hooks/use-form.ts';
import { useInitialFocus } from '#hooks/use-initial-focus.ts';
import { typedNumber } from '#lib/format/decimals.ts';
import { hasCloseAlone } from './price-of-day.ts';

const names = { open: 'Open', high: 'High', low: 'Low', close: 'Close', volume: 'Volume' } as const;
type Name = keyof typeof names;

interface EditPriceProps {
  bar: Bar;
  isBusy: boolean;
  onCancel: () => void;
  onSave: (bar: Bar) => Promise<void>;
}

/** The prices of a day: its close alone, or all that it has. */
export function EditPrice({ bar, isBusy, onCancel, onSave }: EditPriceProps) {
  const shown: readonly Name[] = hasCloseAlone(bar) ? ['close'] : ['open', 'high', 'low', 'close', 'volume'];
  const first = useInitialFocus<HTMLInputElement>();
  const form = useForm({
    initial: {
      open: String(bar.open),
      high: String(bar.high),
      low: String(bar.low),
      close: String(bar.close),
      volume: String(bar.volume),
    },
    validate: (values) =>
      Object.fromEntries(
        shown.filter((name) => typedNumber(values[name]) === null).map((name) => [name, 'Enter a number']),
      ),
    submit: (values) => {
      const number = (name: Name) => typedNumber(values[shown.length === 1 ? 'close' : name]) ?? 0;
      return onSave({
        date: bar.date,
        open: number('open'),
        high: number('high'),
        low: number('low'),
        close: number('close'),
        volume: shown.length === 1 ? 0 : number('volume'),
      });
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-3">
      <div className="flex flex-wrap gap-2">
        {shown.map((name, index) => (
          <TextField
            key={name}
            ref={index === 0 ? first : null}
            label={shown.length === 1 ? 'Price' : names[name]}
            inputMode="decimal"
            autoComplete="off"
            className="w-28"
            {...form.field(name)}
          />
        ))}
      </div>
      <FormActions size="sm" isBusy={isBusy || form.isBusy} onCancel={onCancel}>
        {form.isBusy ? 'Saving...' : 'Save'}
      </FormActions>
    </form>
  );
}
