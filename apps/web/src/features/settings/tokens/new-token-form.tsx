import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field, TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { type FieldErrors, useForm } from '#hooks/use-form.ts';
import { createTokenInput } from '#lib/api/schemas.ts';
import { useCreateToken } from '../api.ts';
import { scopeLabels } from './token-scopes.ts';

/** The lifetimes on offer: days and label. */
const lifetimes = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [180, '6 months'],
  [365, '1 year'],
] as const;

interface NewToken {
  name: string;
  scope: string;
  days: string;
}

const toInput = ({ days, ...values }: NewToken) => ({ ...values, expires_in_days: Number(days) });

function validate(values: NewToken): FieldErrors<NewToken> {
  const parsed = createTokenInput.safeParse(toInput(values));
  return parsed.success ? {} : { name: parsed.error.issues[0]?.message };
}

/** The form that creates a token from a name, a scope and a lifetime. */
export function NewTokenForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const { mutateAsync: create } = useCreateToken();
  const form = useForm({
    initial: { name: '', scope: 'write', days: '90' },
    validate,
    submit: async (values) => onCreated((await create(createTokenInput.parse(toInput(values)))).token),
    fallback: 'Failed to create the token',
  });
  const { error: scopeError, ...scope } = form.field('scope');
  const { error, ...days } = form.field('days');

  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-3">
      {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_9rem_auto]">
        <TextField
          label="Name"
          autoComplete="off"
          required
          placeholder="What it is for"
          {...form.field('name')}
        />
        <Field label="Access" error={scopeError}>
          {(control) => (
            <Select {...control} {...scope}>
              {Object.entries(scopeLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Expires after" error={error}>
          {(control) => (
            <Select {...control} {...days}>
              {lifetimes.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={form.isBusy} className="h-10 sm:mt-6.5">
          {form.isBusy ? 'Creating...' : 'Create token'}
        </Button>
      </div>
    </form>
  );
}
