import type { ComponentProps, RefObject } from 'react';
import { controlClass, Field } from '#components/ui/field.tsx';
import { cn } from '#lib/cn.ts';

interface SymbolInputProps extends Pick<ComponentProps<'input'>, 'name' | 'value' | 'disabled' | 'onChange'> {
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** The field of an own symbol, before which its `@` stands. */
export function SymbolInput({ error, inputRef, ...input }: SymbolInputProps) {
  return (
    <Field label="Symbol" error={error}>
      {(control) => (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="text-muted">
            @
          </span>
          <input
            {...control}
            {...input}
            ref={inputRef}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className={cn(controlClass, 'h-10 uppercase')}
          />
        </span>
      )}
    </Field>
  );
}
