import { StockField } from '#components/stock-field.tsx';
import { controlClass, Field, TextField } from '#components/ui/field.tsx';
import { RadioChoice } from '#components/ui/radio-choice.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { compoundingNames, type PricingValues, pricingOf, ways } from './pricing-values.ts';

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (event: { target: { value: string } }) => void;
}

export interface PricingForm {
  readonly values: PricingValues;
  readonly isBusy: boolean;
  readonly field: (name: keyof PricingValues) => FieldProps;
}

/** The choice of a way to a price. */
export function PricingChoice({ form }: { form: PricingForm }) {
  return (
    <RadioChoice
      legend="Prices"
      options={ways}
      value={pricingOf(form.values)}
      disabled={form.isBusy}
      onChange={(value) => form.field('pricing').onChange({ target: { value } })}
    />
  );
}

/** The fields of the chosen way; none if prices are entered. */
export function PricingFields({ form }: { form: PricingForm }) {
  const pricing = pricingOf(form.values);
  if (pricing === 'interest') return <InterestFields form={form} />;
  return pricing === 'linked' && <LinkFields form={form} />;
}

const number = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** A line that breaks within its date would look like two. */
const rateHint = (
  <>
    One a line: <span className="whitespace-nowrap">2025-07-01 3.25</span>
  </>
);

function InterestFields({ form }: { form: PricingForm }) {
  const { error: compoundingError, ...compounding } = form.field('compounding');
  const { error: ratesError, ...rates } = form.field('rates');
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
      <TextField label="First day" type="date" {...form.field('start_date')} />
      <TextField label="Price on it" {...number} {...form.field('start_price')} />
      <TextField label="Per cent a year" {...number} {...form.field('percent_a_year')} />
      <Field label="Interest is added" error={compoundingError}>
        {(control) => (
          <Select {...control} {...compounding}>
            {Object.entries(compoundingNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField label="Until (optional)" type="date" {...form.field('until')} />
      <Field label="Later rates (optional)" error={ratesError} hint={rateHint}>
        {(control) => (
          <textarea
            {...control}
            {...rates}
            rows={1}
            spellCheck={false}
            className={cn(controlClass, 'block min-h-10 resize-y py-2 text-sm')}
          />
        )}
      </Field>
    </div>
  );
}

function LinkFields({ form }: { form: PricingForm }) {
  const { name: _, onChange, ...link } = form.field('link');
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
      <StockField
        label="Stock to follow"
        className="col-span-2"
        hint="Its currency must be that of the instrument"
        onChange={(value) => onChange({ target: { value } })}
        {...link}
      />
      <TextField label="Factor" {...number} {...form.field('factor')} />
      <TextField label="Plus" {...number} {...form.field('add')} />
    </div>
  );
}
