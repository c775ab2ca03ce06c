import type { Instrument } from '@stockbook/api/schemas';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { useUpdateInstrument } from '../api.ts';
import { ReminderField } from '../create/reminder-field.tsx';
import { reminderOf } from '../create/reminders.ts';
import { PricePreview } from './price-preview.tsx';
import { PricingChoice, PricingFields } from './pricing-fields.tsx';
import {
  fieldErrors,
  type PricingValues,
  pricingErrors,
  pricingOf,
  pricingValues,
  termsOf,
} from './pricing-values.ts';

interface DialogValues extends PricingValues {
  readonly remind: string;
}

/** The question before the prices are made in another way; null if the way stays. */
function questionOf({ symbol, ...instrument }: Instrument, values: PricingValues): string | null {
  const before = pricingValues(instrument);
  const pricing = pricingOf(values);
  const isSame =
    pricing === instrument.pricing && JSON.stringify(termsOf(before)) === JSON.stringify(termsOf(values));
  if (isSame) return null;
  return pricing === 'entered'
    ? `Enter the prices of ${symbol} from now on? Those that are there stay.`
    : `Calculate all prices of ${symbol} again? The present ones are replaced.`;
}

interface PricingDialogProps {
  instrument: Instrument;
  onClose: () => void;
}

/** Changes how the prices of an instrument are made, after a question, and when the inbox reminds of the next one. */
export function PricingDialog({ instrument, onClose }: PricingDialogProps) {
  const { confirm } = useAlerts();
  const { mutateAsync } = useUpdateInstrument();
  const initial: DialogValues = { ...pricingValues(instrument), remind: instrument.remind };
  const form = useForm({
    initial,
    validate: pricingErrors,
    submit: async (values) => {
      const question = questionOf(instrument, values);
      if (question !== null && !(await confirm(question, 'Change'))) return;
      await mutateAsync({
        symbol: instrument.symbol,
        remind: reminderOf(values.remind),
        ...(question !== null && { pricing: pricingOf(values), terms: termsOf(values) }),
      });
      onClose();
    },
    describe: (error) => describeFailure(error, 'Failed to save instrument'),
    fieldsOf: (error) => fieldErrors(error, Object.keys(initial) as (keyof DialogValues)[]),
  });
  const { values, isBusy, failure } = form;
  return (
    <Dialog title={`Pricing of ${instrument.symbol}`} open size="lg" onClose={() => !isBusy && onClose()}>
      <form noValidate onSubmit={form.onSubmit} className="space-y-4">
        {failure && <ErrorBox message={failure.message} detail={failure.detail} />}
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <PricingChoice form={form} />
          <div className="space-y-4">
            <PricingFields form={form} />
            {values.pricing === 'entered' ? (
              <ReminderField {...form.field('remind')} />
            ) : (
              <PricePreview
                values={values}
                entered={null}
                currency={instrument.currency}
                isPercent={instrument.quoted_in === 'percent'}
              />
            )}
          </div>
        </div>
        <DialogFoot>
          <FormActions isBusy={isBusy} onCancel={onClose}>
            {isBusy ? 'Saving...' : 'Save'}
          </FormActions>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
