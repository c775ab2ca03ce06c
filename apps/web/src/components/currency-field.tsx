import { type ComponentProps, useId } from 'react';
import { TextField } from '#components/ui/field.tsx';

const currencies = Intl.supportedValuesOf('currency');

/** A field for the code of a currency, with suggestions. */
export function CurrencyField(props: ComponentProps<typeof TextField>) {
  const id = useId();
  return (
    <>
      <TextField
        list={id}
        maxLength={3}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...props}
      />
      <datalist id={id}>
        {currencies.map((currency) => (
          <option key={currency} value={currency} />
        ))}
      </datalist>
    </>
  );
}
