import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field, TextField } from '#components/ui/field.tsx';
import { RadioChoice } from '#components/ui/radio-choice.tsx';
import { Select } from '#components/ui/select.tsx';
import { useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatQuantity } from '#lib/format/numbers.ts';
import {
  type ActionsContent,
  type ActionValues,
  actionErrors,
  newAction,
  ratioOf,
  repeatNames,
  withAction,
} from './action-values.ts';

const number = { inputMode: 'decimal', autoComplete: 'off' } as const;

const answers = [
  { value: 'yes', label: 'Yes', sentence: 'They stay as they are.' },
  { value: 'no', label: 'No', sentence: 'They are divided now, once.' },
] as const;

interface ActionFormProps {
  content: ActionsContent;
  isPercent: boolean;
  /** The day of the first entered price, which an earlier split does not concern; null for computed prices. */
  firstDate: string | null;
  onAdd: (next: ActionsContent, message: string) => Promise<void>;
}

/** The form of a dividend, which may repeat, or of a split, which asks about the earlier prices. */
export function ActionForm({ content, isPercent, firstDate, onAdd }: ActionFormProps) {
  const form = useForm({
    initial: newAction(),
    validate: (values) => actionErrors(values, content),
    submit: async (values) => {
      const title = values.kind === 'split' ? 'Split' : 'Dividend';
      await onAdd(withAction(content, values), `${title} of ${formatDate(values.date)} added.`);
      set('amount', '');
      set('is_in_prices', '');
    },
    describe: (error) => describeFailure(error, 'Failed to save instrument'),
  });
  const { values, isBusy, failure } = form;
  const set = (name: keyof typeof values, value: string) => form.field(name).onChange({ target: { value } });
  /** A field of the question about earlier prices: changed, it asks another question, which has no answer yet. */
  const asked = (name: 'date' | 'numerator' | 'denominator') => ({
    ...form.field(name),
    onChange({ target: { value } }: { target: { value: string } }) {
      set(name, value);
      set('is_in_prices', '');
    },
  });
  const isSplit = values.kind === 'split';
  const ratio = ratioOf(values);
  const isAsked =
    isSplit && ratio !== null && values.date !== '' && firstDate !== null && firstDate < values.date;
  const { error: _, ...kind } = form.field('kind');
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4 border-t border-line pt-4">
      {failure && <ErrorBox message={failure.message} detail={failure.detail} />}
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
        <Field label="Kind">
          {(control) => (
            <Select {...control} {...kind}>
              <option value="dividend">Dividend</option>
              <option value="split">Split</option>
            </Select>
          )}
        </Field>
        <TextField label="Ex-date" type="date" {...asked('date')} />
        {isSplit ? (
          <>
            <TextField label="New shares" {...number} {...asked('numerator')} />
            <TextField label="Old shares" {...number} {...asked('denominator')} />
          </>
        ) : (
          <DividendFields form={form} isPercent={isPercent} />
        )}
      </div>
      {isAsked && (
        <RadioChoice
          legend={`Are the prices before ${formatDate(values.date)} already divided by ${formatQuantity(ratio)}?`}
          options={answers}
          value={values.is_in_prices === 'yes' || values.is_in_prices === 'no' ? values.is_in_prices : null}
          disabled={isBusy}
          onChange={(value) => set('is_in_prices', value)}
        />
      )}
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          needsServer
          disabled={isBusy || (isAsked && values.is_in_prices === '')}
        >
          {isBusy ? 'Saving...' : isSplit ? 'Add split' : 'Add dividend'}
        </Button>
      </div>
    </form>
  );
}

interface DividendFieldsProps {
  form: ReturnType<typeof useForm<ActionValues>>;
  isPercent: boolean;
}

function DividendFields({ form, isPercent }: DividendFieldsProps) {
  const { error: repeatError, ...repeat } = form.field('repeat');
  return (
    <>
      <TextField label={isPercent ? 'Per cent' : 'Amount a share'} {...number} {...form.field('amount')} />
      <Field label="Repeat" error={repeatError}>
        {(control) => (
          <Select {...control} {...repeat}>
            {Object.entries(repeatNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {form.values.repeat !== '' && <TextField label="Until" type="date" {...form.field('until')} />}
    </>
  );
}
