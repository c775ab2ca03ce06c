import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { CurrencyField } from '#components/currency-field.tsx';
import { TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { RadioChoice } from '#components/ui/radio-choice.tsx';
import { type FieldErrors, useForm } from '#hooks/use-form.ts';
import { describeFailure, fieldMessages } from '#lib/api/server-error.ts';
import { useCreatePortfolio } from '../api/mutations.ts';
import { type CashDefinition, cashDefinitions } from '../settings/cash-definition.ts';

interface PortfolioForm {
  name: string;
  description: string;
  currency: string;
}

function validate({ name, currency }: PortfolioForm): FieldErrors<PortfolioForm> {
  return {
    ...(name.trim() === '' ? { name: 'Name is required' } : {}),
    ...(currency.trim() === '' ? { currency: 'Currency is required' } : {}),
  };
}

/** Adds a portfolio and opens its page. */
export function AddPortfolioDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useCreatePortfolio();
  const navigate = useNavigate();
  const nameField = useRef<HTMLInputElement>(null);
  const [definition, setDefinition] = useState<CashDefinition>('invested');
  const form = useForm<PortfolioForm>({
    initial: { name: '', description: '', currency: 'USD' },
    validate,
    submit: async ({ name, description, currency }) => {
      const { id } = await mutateAsync({
        name: name.trim(),
        description: description.trim() || null,
        currency: currency.trim(),
        cash_tracking: definition === 'whole',
      });
      onClose();
      void navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } });
    },
    fieldsOf: (error) => fieldMessages(error, ['name', 'description', 'currency']),
    describe: (error) => describeFailure(error, 'Failed to add portfolio'),
  });

  return (
    <FormDialog
      title="Add Portfolio"
      form={form}
      onClose={onClose}
      initialFocus={nameField}
      action={form.isBusy ? 'Adding...' : 'Add Portfolio'}
    >
      <TextField ref={nameField} label="Name" maxLength={100} required {...form.field('name')} />
      <TextField label="Description (optional)" maxLength={10_000} {...form.field('description')} />
      <CurrencyField
        label="Currency"
        hint="All values and gains are shown in it. You can change it later."
        required
        {...form.field('currency')}
      />
      <RadioChoice
        legend="What do you enter?"
        options={cashDefinitions}
        value={definition}
        disabled={form.isBusy}
        onChange={setDefinition}
      />
    </FormDialog>
  );
}
