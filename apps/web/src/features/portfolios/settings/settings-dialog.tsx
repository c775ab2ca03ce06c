import type { Portfolio } from '@stockbook/api/schemas';
import { useRef, useState } from 'react';
import { CurrencyField } from '#components/currency-field.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { RadioChoice } from '#components/ui/radio-choice.tsx';
import { type FieldErrors, useForm } from '#hooks/use-form.ts';
import { describeFailure, fieldMessages } from '#lib/api/server-error.ts';
import { useUpdatePortfolio } from '../api/mutations.ts';
import { cashDefinitions, definitionOf } from './cash-definition.ts';

const textFields = [
  'name',
  'description',
  'currency',
  'benchmark',
  'tax_year_start',
  'dividend_tax_percent',
  'risk_free_percent',
] as const;
type SettingsForm = Record<(typeof textFields)[number], string>;

function validate(values: SettingsForm): FieldErrors<SettingsForm> {
  return {
    ...(values.name.trim() === '' ? { name: 'Name is required' } : {}),
    ...(values.currency.trim() === '' ? { currency: 'Currency is required' } : {}),
    ...(values.tax_year_start.trim() === '' ? { tax_year_start: 'Enter a day such as 04-06' } : {}),
  };
}

const costMethods = [
  { value: 'fifo', label: 'First in, first out', sentence: 'A sale takes the oldest shares.' },
  {
    value: 'average',
    label: 'Average cost',
    sentence: 'A sale takes its part of what all shares had cost together.',
  },
] as const;

/** The settings that are chosen rather than typed. */
type Choices = Pick<Portfolio, 'cash_tracking' | 'cost_method' | 'notify_dividends'>;

function useSettingsForm(portfolio: Portfolio, choices: Choices, onSaved: () => void) {
  const { mutateAsync } = useUpdatePortfolio();
  return useForm<SettingsForm>({
    initial: {
      name: portfolio.name,
      description: portfolio.description ?? '',
      currency: portfolio.currency,
      benchmark: portfolio.benchmark ?? '',
      tax_year_start: portfolio.tax_year_start,
      dividend_tax_percent: String(portfolio.dividend_tax_percent),
      risk_free_percent: String(portfolio.risk_free_percent),
    },
    validate,
    submit: async (values) => {
      await mutateAsync({
        portfolioId: portfolio.id,
        name: values.name.trim(),
        description: values.description.trim() || null,
        currency: values.currency.trim(),
        benchmark: values.benchmark.trim() || null,
        tax_year_start: values.tax_year_start.trim(),
        dividend_tax_percent: values.dividend_tax_percent.trim() || '0',
        risk_free_percent: values.risk_free_percent.trim() || '0',
        ...choices,
      });
      onSaved();
    },
    fieldsOf: (error) => fieldMessages(error, textFields),
    describe: (error) => describeFailure(error, 'Failed to save settings'),
  });
}

interface SettingsDialogProps {
  portfolio: Portfolio;
  onClose: () => void;
}

/** Changes the settings of a portfolio. No transaction is converted: all figures are recomputed. */
export function SettingsDialog({ portfolio, onClose }: SettingsDialogProps) {
  const nameField = useRef<HTMLInputElement>(null);
  const [definition, setDefinition] = useState(definitionOf(portfolio));
  const [costMethod, setCostMethod] = useState(portfolio.cost_method);
  const [isNotified, setIsNotified] = useState(portfolio.notify_dividends);
  const form = useSettingsForm(
    portfolio,
    { cash_tracking: definition === 'whole', cost_method: costMethod, notify_dividends: isNotified },
    onClose,
  );
  const { isBusy, field } = form;

  return (
    <FormDialog
      title="Settings"
      form={form}
      onClose={onClose}
      initialFocus={nameField}
      action={isBusy ? 'Saving...' : 'Save'}
    >
      <TextField
        ref={nameField}
        label="Name"
        hint="The name in lists, on this page and in the names of exported files."
        maxLength={100}
        required
        {...field('name')}
      />
      <TextField
        label="Description (optional)"
        hint="Your own words below the name; no figure depends on them."
        maxLength={10_000}
        {...field('description')}
      />
      <CurrencyField
        label="Currency"
        hint="All values, costs and gains are computed in it, at the rate of each day; nothing is converted."
        required
        {...field('currency')}
      />
      <RadioChoice
        legend="What do you enter?"
        hint="The value, the returns and what counts as money that comes in depend on it; transactions stay as they are."
        options={cashDefinitions}
        value={definition}
        disabled={isBusy}
        onChange={setDefinition}
      />
      <RadioChoice
        legend="Cost method"
        hint="The cost, the unrealised and the realised gains depend on it; value and returns do not."
        options={costMethods}
        value={costMethod}
        disabled={isBusy}
        onChange={setCostMethod}
      />
      <TextField
        label="Benchmark (optional)"
        hint="The symbol of one of your stocks: the chart shows what the same money would have become in it."
        maxLength={20}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...field('benchmark')}
      />
      <TaxFields field={field} />
      <TextField
        label="Interest without risk (%)"
        hint="A year; only the Sharpe ratio depends on it."
        inputMode="decimal"
        {...field('risk_free_percent')}
      />
      <DividendNotice isChecked={isNotified} isDisabled={isBusy} onChange={setIsNotified} />
    </FormDialog>
  );
}

function TaxFields({ field }: Pick<ReturnType<typeof useSettingsForm>, 'field'>) {
  return (
    <>
      <TextField
        label="First day of the tax year"
        hint="Month and day, such as 04-06: realised gains are added up by the years that begin on it."
        maxLength={5}
        required
        {...field('tax_year_start')}
      />
      <TextField
        label="Tax on dividends (%)"
        hint="Fills in the tax of suggested dividends; dividends that you entered stay as they are."
        inputMode="decimal"
        {...field('dividend_tax_percent')}
      />
    </>
  );
}

interface DividendNoticeProps {
  isChecked: boolean;
  isDisabled: boolean;
  onChange: (isChecked: boolean) => void;
}

function DividendNotice({ isChecked, isDisabled, onChange }: DividendNoticeProps) {
  return (
    <div>
      <Checkbox
        label="Notice of suggested dividends"
        checked={isChecked}
        disabled={isDisabled}
        onChange={onChange}
      />
      <p className="text-sm text-muted">
        Your inbox gets a notice when a dividend may be missing in this portfolio.
      </p>
    </div>
  );
}
