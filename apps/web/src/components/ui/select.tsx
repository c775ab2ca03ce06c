import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';
import { controlClass } from './field.tsx';

interface SelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  size?: 'md' | 'sm';
}

/** A native select, which phones and screen readers support best. */
export function Select({ size = 'md', className, ...rest }: SelectProps) {
  return (
    <span className={cn('relative block print:hidden', className)}>
      <select
        className={cn(
          controlClass,
          'appearance-none truncate',
          size === 'md' ? 'h-10 pr-9' : 'h-9 border-line pr-6.5 pl-2.5 text-sm font-medium',
        )}
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className={cn(
          'pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 text-muted',
          size === 'md' ? 'right-3' : 'right-2',
        )}
      />
    </span>
  );
}

interface NamedOptionsProps {
  items: readonly { readonly id: string; readonly name: string }[];
}

/** An option for each item: its value is the id. */
export function NamedOptions({ items }: NamedOptionsProps) {
  return items.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

interface LabelledOptionsProps {
  choices: readonly { readonly value: string; readonly label: string }[];
}

/** An option for each choice. */
export function LabelledOptions({ choices }: LabelledOptionsProps) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
