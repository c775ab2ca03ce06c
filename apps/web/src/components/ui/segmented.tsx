import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface SegmentedOption<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  /** The accessible name if the label is an icon. */
  readonly name?: string;
}

interface SegmentedProps<T extends string> {
  /** The accessible name of the group. */
  label: string;
  options: readonly SegmentedOption<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** A segmented control: a row of buttons of which one is pressed. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  return (
    <fieldset className="inline-flex min-w-0 rounded-md bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          title={option.name}
          aria-label={option.name}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cn(
            'inline-flex h-8 min-w-9 items-center justify-center rounded-[0.375rem] px-2.5 text-sm font-medium',
            'whitespace-nowrap transition-colors [&_svg]:size-4',
            option.value === value
              ? 'bg-raised text-ink shadow-card ring-1 ring-line'
              : 'text-muted hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
