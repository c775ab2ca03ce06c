import { type FormEvent, useState } from 'react';

/** What is wrong, by field; a field without an entry is in order. */
export type FieldErrors<T> = { [K in keyof T]?: string | undefined };

interface FormOptions<T> {
  initial: T;
  validate: (values: T) => FieldErrors<T>;
  /** Called with values in order. Rejects with an error whose message is shown above the form. */
  submit: (values: T) => Promise<void>;
}

/** Anything a form's submission rejects with to be shown as it is. */
export class FormFailure extends Error {
  override readonly name = 'FormFailure';
  /** A second sentence, for example why no answer came. */
  readonly detail: string | null;

  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/**
 * The state of a form. Submitting validates; while a field has an error nothing is sent, and the first such field
 * gets the focus. Editing a field clears its error.
 */
export function useForm<T extends Record<keyof T & string, string>>({
  initial,
  validate,
  submit,
}: FormOptions<T>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<T>>({});
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  /** What ties an input to a field of the form. */
  function field(name: keyof T & string) {
    return {
      name,
      value: values[name],
      error: errors[name],
      disabled: isBusy,
      onChange: (event: { target: { value: string } }) => {
        const { value } = event.target;
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    };
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const found = validate(values);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) {
      const first = Array.from(form.elements).find(
        (element) => element instanceof HTMLInputElement && element.name in found,
      );
      if (first instanceof HTMLInputElement) first.focus();
      return;
    }
    setIsBusy(true);
    try {
      await submit(values);
    } catch (error) {
      setFailure(error instanceof FormFailure ? error : new FormFailure('An unexpected error occurred'));
    } finally {
      setIsBusy(false);
    }
  }

  return { field, onSubmit, failure, isBusy };
}
