import type { Instrument } from '@stockbook/api/schemas';
import { CurrencyField } from '#components/currency-field.tsx';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { controlClass, Field, TextField } from '#components/ui/field.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { Select } from '#components/ui/select.tsx';
import { useForm } from '#hooks/use-form.ts';
import { instrumentTypes } from '#lib/api/schemas.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { useUpdateInstrument } from '../api.ts';
import { fieldErrors } from '../pricing/pricing-values.ts';

interface FactsDialogProps {
  instrument: Instrument;
  onClose: () => void;
}

const names = ['name', 'type', 'currency', 'isin', 'notes'] as const;
type FactValues = Record<(typeof names)[number], string>;

/** The fields that were changed, as they are sent. */
function changesOf(before: FactValues, values: FactValues) {
  const changed = (name: (typeof names)[number]) => values[name].trim() !== before[name];
  const type = instrumentTypes.find((each) => each === values.type);
  return {
    ...(changed('name') && { name: values.name.trim() }),
    ...(changed('type') && type && { type }),
    ...(changed('currency') && { currency: values.currency.trim() }),
    ...(changed('isin') && { isin: values.isin.trim() }),
    ...(changed('notes') && { notes: values.notes.trim() }),
  };
}

/** The facts of an instrument that its owner may change. */
export function FactsDialog({ instrument, onClose }: FactsDialogProps) {
  const { symbol } = instrument;
  const { mutateAsync } = useUpdateInstrument();
  const initial: FactValues = {
    name: instrument.name,
    type: instrument.type,
    currency: instrument.currency,
    isin: instrument.isin ?? '',
    notes: instrument.notes ?? '',
  };
  const form = useForm({
    initial,
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'Enter a name' }),
      ...(values.currency.trim() === '' && { currency: 'Enter the currency, such as EUR' }),
    }),
    submit: async (values) => {
      const changes = changesOf(initial, values);
      if (Object.keys(changes).length > 0) await mutateAsync({ symbol, ...changes });
      onClose();
    },
    describe: (error) => describeFailure(error, 'Failed to save instrument'),
    fieldsOf: (error) => fieldErrors(error, names),
  });
  const { isBusy, failure } = form;
  const { error: typeError, ...type } = form.field('type');
  const { error: notesError, ...notes } = form.field('notes');
  return (
    <Dialog title={`Facts of ${symbol}`} open size="lg" onClose={() => !isBusy && onClose()}>
      <form noValidate onSubmit={form.onSubmit} className="space-y-4">
        {failure && <ErrorBox message={failure.message} detail={failure.detail} />}
        <TextField label="Name" maxLength={100} autoComplete="off" {...form.field('name')} />
        <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
          <Field label="Type" error={typeError}>
            {(control) => (
              <Select {...control} {...type}>
                {instrumentTypes.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
          </Field>
          <div>
            <CurrencyField label="Currency" {...form.field('currency')} />
          </div>
        </div>
        <TextField
          label="ISIN (optional)"
          maxLength={12}
          autoComplete="off"
          spellCheck={false}
          {...form.field('isin')}
        />
        <Field label="Notes (optional)" error={notesError}>
          {(control) => (
            <textarea
              {...control}
              {...notes}
              rows={3}
              className={cn(controlClass, 'block min-h-20 resize-y py-2 text-sm')}
            />
          )}
        </Field>
        <DialogFoot>
          <FormActions isBusy={isBusy} onCancel={onClose}>
            {isBusy ? 'Saving...' : 'Save'}
          </FormActions>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
