import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '#lib/cn.ts';

/** Styles of inputs, text areas and selects. */
export const controlClass = cn(
  'w-full rounded-md border border-edge bg-surface px-3 text-base text-ink transition-colors pointer-coarse:min-h-11',
  'aria-invalid:border-down disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
  'focus-visible:outline-offset-0',
);

interface FieldProps {
  label: ReactNode;
  error?: string | null | undefined;
  hint?: ReactNode;
  className?: string;
  /** Renders the control; the attributes connect it with its label, hint and error. */
  children: (control: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A label, a control, and below it the error or else the hint. */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': note ? noteId : undefined })}
      {note && (
        <p id={noteId} className={cn('mt-1.5 text-sm', error ? 'text-down' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  label: ReactNode;
  error?: string | null | undefined;
  hint?: ReactNode;
}

/** A single-line input. */
export function TextField({ label, error, hint, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(control) => <input className={cn(controlClass, 'h-10')} {...control} {...input} />}
    </Field>
  );
}
