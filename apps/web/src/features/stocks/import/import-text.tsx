import { FileUp } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '#components/ui/button.tsx';
import { controlClass, Field } from '#components/ui/field.tsx';
import { useTextFile } from '#hooks/use-text-file.ts';
import { maxAccountBytes, maxImportBytes } from '#lib/api/schemas.ts';
import { cn } from '#lib/cn.ts';

interface ImportTextProps {
  value: string;
  onChange: (text: string) => void;
  isDisabled: boolean;
  inputRef: Ref<HTMLTextAreaElement>;
}

const isTooLarge = 'is larger than 32 MiB. Move the prices of own instruments by Download all (CSV)';

/** Why a file cannot be imported, whatever its name and its size say. */
function contentProblem(text: string): string | null {
  if (text.trim() === '') return 'is empty';
  if (text.includes('\0')) return 'is not a text file. Choose a text, CSV or JSON file';
  const isAccount = text.trimStart().startsWith('{');
  const { size } = new Blob([text]);
  if (size <= (isAccount ? maxAccountBytes : maxImportBytes)) return null;
  return isAccount ? isTooLarge : 'is larger than 2 MiB';
}

/** Reads a file to import. Rejects with why it cannot be imported. */
async function readFile(file: File): Promise<string> {
  if (file.size > maxAccountBytes) throw new Error(`${file.name} ${isTooLarge}`);
  const text = await file.text().catch((cause: unknown) => {
    throw new Error(`The browser could not read ${file.name}`, { cause });
  });
  const problem = contentProblem(text);
  if (problem) throw new Error(`${file.name} ${problem}`);
  return text;
}

/** The text to import: pasted, or from a file that is chosen or dropped. */
export function ImportText({ value, onChange, isDisabled, inputRef }: ImportTextProps) {
  const file = useTextFile({ read: readFile, onText: onChange, isDisabled });

  return (
    <div className="space-y-3">
      <Field
        label="Stocks to import"
        error={file.error}
        hint="Ticker symbols and ISINs in any separation, or a file: TradingView’s list, Yahoo’s portfolio, a CSV or account export of Stockbook. At most 500 stocks."
      >
        {(control) => (
          <textarea
            {...control}
            ref={inputRef}
            rows={7}
            value={value}
            disabled={isDisabled}
            placeholder="AAPL, US5949181045, XETR:SAP"
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
      <input
        {...file.inputProps}
        accept=".txt,.csv,.json,text/plain,text/csv,application/json"
        aria-label="File to import"
      />
      <Button size="sm" disabled={isDisabled} onClick={file.choose}>
        <FileUp aria-hidden="true" /> Choose a file
      </Button>
    </div>
  );
}
