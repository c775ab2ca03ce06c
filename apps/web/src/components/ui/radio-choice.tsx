import { useId } from 'react';

interface RadioOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** One sentence on what the choice means. */
  readonly sentence: string;
}

interface RadioChoiceProps<T extends string> {
  legend: string;
  /** One sentence on what depends on the choice. */
  hint?: string;
  options: readonly RadioOption<T>[];
  /** Null until one is chosen. */
  value: T | null;
  disabled?: boolean;
  onChange: (value: T) => void;
}

/** A choice among few options, each with a sentence. */
export function RadioChoice<T extends string>({
  legend,
  hint,
  options,
  value,
  disabled = false,
  onChange,
}: RadioChoiceProps<T>) {
  const id = useId();
  return (
    <fieldset disabled={disabled} aria-describedby={hint && `${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="space-y-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-labelledby={`${id}-${option.value}-label`}
              aria-describedby={`${id}-${option.value}`}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="text-sm">
              <span id={`${id}-${option.value}-label`} className="block font-medium">
                {option.label}
              </span>
              <span id={`${id}-${option.value}`} className="block text-muted">
                {option.sentence}
              </span>
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
