import { FileUp } from 'lucide-react';
import type { Ref } from 'react';
import { useTextFile } from '#hooks/use-text-file.ts';
import { cn } from '#lib/cn.ts';
import { Button } from './button.tsx';
import { controlClass, Field } from './field.tsx';

interface TextOrFileProps {
  label: string;
  hint: string;
  placeholder: string;
  /** Names the input of the file. */
  fileLabel: string;
  /** Types and extensions of the files that it offers. */
  accept: string;
  /** Reads a file. Rejects with a sentence that says why it cannot be read. */
  read: (file: File) => Promise<string>;
  value: string;
  onChange: (text: string) => void;
  isDisabled: boolean;
  inputRef: Ref<HTMLTextAreaElement>;
}

/** A text to import: pasted, or from a file that is chosen or dropped. */
export function TextOrFile({ label, hint, fileLabel, accept, read, ...props }: TextOrFileProps) {
  const { placeholder, value, onChange, isDisabled, inputRef } = props;
  const file = useTextFile({ read, onText: onChange, isDisabled });
  return (
    <div className="space-y-3">
      <Field label={label} error={file.error} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            ref={inputRef}
            rows={7}
            value={value}
            disabled={isDisabled}
            placeholder={placeholder}
            spellCheck={false}
            onChange={({ target }) => {
              file.clearError();
              onChange(target.value);
            }}
            {...file.dropProps}
            className={cn(
              controlClass,
              'resize-y py-2 font-mono text-sm',
              file.isTarget && 'border-accent bg-accent-soft',
            )}
          />
        )}
      </Field>
      <input {...file.inputProps} accept={accept} aria-label={fileLabel} />
      <Button size="sm" disabled={isDisabled} onClick={file.choose}>
        <FileUp aria-hidden="true" /> Choose a file
      </Button>
    </div>
  );
}
