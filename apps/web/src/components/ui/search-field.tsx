import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '#lib/cn.ts';
import { controlClass } from './field.tsx';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'placeholder'> {
  /** The accessible name, and what stands in the empty field. */
  label: string;
}

/** A field for a search, with its sign; `className` is that of the field with it. */
export function SearchField({ label, className, ...rest }: SearchFieldProps) {
  return (
    <label className={cn('relative', className)}>
      <span className="sr-only">{label}</span>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        placeholder={label}
        className={cn(
          controlClass,
          'h-9 border-line pl-9 text-sm placeholder:text-sm',
          // Chromium keeps the room of the button while the field is empty.
          'placeholder-shown:[&::-webkit-search-cancel-button]:hidden',
        )}
        {...rest}
      />
    </label>
  );
}
