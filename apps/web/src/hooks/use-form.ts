import { type FormEvent, useEffect, useRef, useState } from 'react';

export type FormState = Pick<ReturnType<typeof useForm>, 'isBusy' | 'failure' | 'onSubmit'>;

/** Error messages by field; a field without an entry is valid. */
export type FieldErrors<T> = { [K in keyof T]?: string | undefined };

interface FormOptions<T> {
  initial: T;
  validate: (values: T) => FieldErrors<T>;
  /** Called with valid values. May reject with a `FormFailure`, whose message is shown above the form. */
  submit: (values: T) => Promise<void>;
  /** The message of another failure, and its detail. */
  describe?: (error: unknown) => [message: string, detail: string | null];
  /** The messages of a failure that concern fields; they are shown there instead. */
  fieldsOf?: (error: unknown) => FieldErrors<T>;
}

function focusFirstInvalid(form: HTMLFormElement, invalid: object): void {
  const first = Array.from(form.elements).find(
    (element) => element instanceof HTMLInputElement && element.name in invalid,
  );
  if (first instanceof HTMLInputElement) first.focus();
}

/** A failed submission whose message is shown to the user. */
export class FormFailure extends Error {
  override readonly name = 'FormFailure';
  /** A second sentence, for example the reason of a network error. */
  readonly detail: string | null;

  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

/**
 * The state of a form. Submitting validates; if a field is invalid, nothing is sent and the first invalid field gets
 * the focus. Editing a field clears its error.
 */
export function useForm<T extends Record<keyof T & string, string>>({
  initial,
  validate,
  submit,
  describe = () => ['An unexpected error occurred', null],
  fieldsOf = () => ({}),
}: FormOptions<T>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<T>>({});
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** The form whose fields the server has refused; they can have the focus once they are no longer disabled. */
  const refused = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isBusy || !refused.current) return;
    focusFirstInvalid(refused.current, errors);
    refused.current = null;
  }, [isBusy, errors]);

  /** The props that connect an input with a field of the form. */
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
    const invalid = validate(values);
    setErrors(invalid);
    setFailure(null);
    if (Object.keys(invalid).length > 0) {
      focusFirstInvalid(form, invalid);
      return;
    }
    setIsBusy(true);
    try {
      await submit(values);
    } catch (error) {
      const fields = fieldsOf(error);
      if (Object.keys(fields).length > 0) {
        refused.current = form;
        setErrors(fields);
      } else {
        setFailure(error instanceof FormFailure ? error : new FormFailure(...describe(error)));
      }
    } finally {
      setIsBusy(false);
    }
  }

  return { values, field, onSubmit, failure, isBusy };
}
