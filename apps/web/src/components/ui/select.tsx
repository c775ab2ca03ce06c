import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';
import { controlClass } from './field.tsx';

interface SelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  size?: 'md' | 'sm';
}

/** A native select, which phones and screen readers support best. */
export function Select({ size = 'md', className, ...rest }: SelectProps) {
  return (
    <span className={cn('relative block', className)}>
      <select
        className={cn(
          controlClass,
          'appearance-none truncate pr-9',
          size === 'md' ? 'h-10' : 'h-9 border-line pr-7 pl-2.5 text-sm font-medium',
        )}
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
