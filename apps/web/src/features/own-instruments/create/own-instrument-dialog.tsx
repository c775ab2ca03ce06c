import { type RefObject, useRef } from 'react';
import { CurrencyField } from '#components/currency-field.tsx';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Field, TextField } from '#components/ui/field.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { Select } from '#components/ui/select.tsx';
import { useForm } from '#hooks/use-form.ts';
import { instrumentTypes } from '#lib/api/schemas.ts';
import { useCreateInstrument } from '../api.ts';
import { describePriceFailure } from '../prices/price-failure.ts';
import { PricePreview } from '../pricing/price-preview.tsx';
import { PricingChoice, PricingFields } from '../pricing/pricing-fields.tsx';
import {
  firstPriceOf,
  instrumentErrors,
  instrumentFieldErrors,
  instrumentRequest,
  newInstrumentValues,
  quotationOf,
} from './instrument-values.ts';
import { ReminderField } from './reminder-field.tsx';
import { SymbolInput } from './symbol-input.tsx';

interface OwnInstrumentDialogProps {
  onClose: () => void;
  onCreated: (symbol: string) => void;
}

function useInstrumentForm(onCreated: (symbol: string) => void) {
  const { mutateAsync: create } = useCreateInstrument();
  return useForm({
    initial: newInstrumentValues(),
    validate: instrumentErrors,
    submit: async (values) => onCreated((await create(instrumentRequest(values))).symbol),
    describe: (error) => describePriceFailure(error, 'Failed to save instrument'),
    fieldsOf: instrumentFieldErrors,
  });
}

/** The form that creates an instrument which no source has. */
export function OwnInstrumentDialog({ onClose, onCreated }: OwnInstrumentDialogProps) {
  const form = useInstrumentForm(onCreated);
  const symbol = useRef<HTMLInputElement>(null);
  const { isBusy, failure, values } = form;
  return (
    <Dialog title="Own Instrument" open size="lg" initialFocus={symbol} onClose={() => !isBusy && onClose()}>
      <form noValidate onSubmit={form.onSubmit} className="space-y-4">
        {failure && <ErrorBox message={failure.message} detail={failure.detail} />}
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <div className="space-y-4">
            <Facts form={form} symbolRef={symbol} />
            <PricingChoice form={form} />
          </div>
          <div className="space-y-4">
            {values.pricing === 'entered' && (
              <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
                <TextField label="Date" type="date" {...form.field('date')} />
                <TextField
                  label="Price (optional)"
                  inputMode="decimal"
                  autoComplete="off"
                  {...form.field('price')}
                />
                <div className="col-span-2">
                  <ReminderField {...form.field('remind')} />
                </div>
              </div>
            )}
            <PricingFields form={form} />
            <PricePreview
              values={values}
              entered={firstPriceOf(values)}
              currency={values.currency}
              isPercent={quotationOf(values) === 'percent'}
            />
          </div>
        </div>
        <DialogFoot>
          <FormActions isBusy={isBusy} onCancel={onClose}>
            {isBusy ? 'Creating...' : 'Create'}
          </FormActions>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

interface FactsProps {
  form: ReturnType<typeof useInstrumentForm>;
  symbolRef: RefObject<HTMLInputElement | null>;
}

/** Symbol, name, type and currency. */
function Facts({ form, symbolRef }: FactsProps) {
  const { error: typeError, ...type } = form.field('type');
  const { error: quotationError, ...quotation } = form.field('quoted_in');
  return (
    <div className="grid grid-cols-[8fr_7fr] items-start gap-x-3 gap-y-4">
      <SymbolInput inputRef={symbolRef} {...form.field('symbol')} />
      <TextField label="Name" maxLength={100} autoComplete="off" {...form.field('name')} />
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
        <CurrencyField label="Currency" placeholder="EUR" {...form.field('currency')} />
      </div>
      {type.value === 'Bond' && (
        <Field label="Quoted in" error={quotationError} className="col-span-2">
          {(control) => (
            <Select {...control} {...quotation} value={quotationOf(form.values)}>
              <option value="percent">Per cent of the nominal value</option>
              <option value="money">Money</option>
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
