import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

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
  /** Null presses none. */
  value: T | null;
  /** Called also if the pressed button is pressed again. */
  onChange: (value: T) => void;
  /** Called when the user may be about to press a button: the pointer or the focus is on it. */
  onIntent?: (value: T) => void;
}

/** A segmented control: a row of buttons of which one is pressed. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  onIntent,
}: SegmentedProps<T>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={value === null ? [] : [value]}
      onValueChange={([next]) => {
        // Empty when the pressed button is pressed again.
        const chosen = next ?? value;
        if (chosen !== null) onChange(chosen);
      }}
      className="inline-flex min-w-0 rounded-md bg-sunken p-0.5"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          title={option.name}
          aria-label={option.name}
          onPointerEnter={() => onIntent?.(option.value)}
          onFocus={() => onIntent?.(option.value)}
          className={cn(
            'inline-flex h-8 min-w-9 items-center pointer-coarse:h-11 pointer-coarse:min-w-11 justify-center rounded-[0.375rem] px-2.5 text-sm font-medium',
            'whitespace-nowrap transition-colors [&_svg]:size-4',
            'data-pressed:bg-raised data-pressed:text-ink data-pressed:shadow-card data-pressed:ring-1 data-pressed:ring-line',
            'not-data-pressed:text-muted not-data-pressed:hover:text-ink',
          )}
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
