import type { BarsChange } from '@stockbook/api/schemas';
import { FileUp } from 'lucide-react';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { controlClass, Field } from '#components/ui/field.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { FormFailure } from '#hooks/use-form.ts';
import { useTextFile } from '#hooks/use-text-file.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { type PriceTable, problemText } from './price-table.ts';
import { useImportPreview, useImportPrices } from './use-import-preview.ts';

/** The maximum that the server accepts in a request with prices. */
const maxTextBytes = 5 * 1024 * 1024;

async function readFile(file: File): Promise<string> {
  if (file.size > maxTextBytes) throw new Error(`${file.name} is larger than 5 MiB`);
  const text = await file.text().catch((cause: unknown) => {
    throw new Error(`The browser could not read ${file.name}`, { cause });
  });
  if (text.trim() === '') throw new Error(`${file.name} is empty`);
  if (text.includes('\0')) throw new Error(`${file.name} is not a text file. Choose a text or CSV file`);
  return text;
}

/** `120 new, 3 changed, 1 problem`. */
export function describeChange({ added, changed, unchanged, problems = 0 }: BarsChange): string {
  const counts = [
    [added, 'new'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [problems, problems === 1 ? 'problem' : 'problems'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0);
  return parts.map(([count, name]) => `${formatCount(count)} ${name}`).join(', ') || 'No prices found';
}

interface ImportPricesDialogProps {
  symbol: string;
  onClose: () => void;
  onStored: (change: BarsChange) => void;
}

/** Imports prices from a pasted table or a file, after a preview of what it changes. */
export function ImportPricesDialog({ symbol, onClose, onStored }: ImportPricesDialogProps) {
  const [text, setText] = useState('');
  /** The text whose rows with problems are to be left out. */
  const [leftOutOf, setLeftOutOf] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const { table, isEmpty, isCurrent, query } = useImportPreview(symbol, text);
  const { mutate, isPending, error } = useImportPrices(symbol, onStored);
  const preview = isCurrent && !isEmpty ? query.data : undefined;
  const problems = preview?.problems ?? 0;
  const leavesOut = leftOutOf === text;
  const canImport = preview !== undefined && (problems === 0 || leavesOut);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canImport && !isPending) mutate({ table, leavesOut: problems > 0 });
  }

  return (
    <Dialog title="Import Prices" open size="lg" initialFocus={input} onClose={() => !isPending && onClose()}>
      <form noValidate onSubmit={submit} className="space-y-4">
        {error && <SaveError error={error} />}
        <PricesText value={text} onChange={setText} isDisabled={isPending} inputRef={input} />
        <div className="min-h-16 space-y-3">
          <p role="status" className="text-sm font-medium">
            {preview && describeChange(preview)}
            {text.trim() !== '' && (!isCurrent || query.isFetching) && 'Checking...'}
          </p>
          {isCurrent && <QueryError error={query.error} fallback="Failed to read the prices" />}
          {preview && problems > 0 && (
            <>
              <Problems preview={preview} table={table} />
              <Checkbox
                label={`Leave out ${formatCount(problems)} ${problems === 1 ? 'row' : 'rows'}`}
                checked={leavesOut}
                disabled={isPending}
                onChange={(isChecked) => setLeftOutOf(isChecked ? text : null)}
              />
            </>
          )}
        </div>
        <DialogFoot>
          <FormActions isBusy={isPending} isDisabled={!canImport} onCancel={onClose}>
            {isPending ? 'Importing...' : 'Import'}
          </FormActions>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function SaveError({ error }: { error: Error }) {
  const fallback = error instanceof FormFailure ? error.message : 'Failed to save prices';
  const [message, detail] = describeFailure(error, fallback);
  return <ErrorBox message={message} detail={detail} />;
}

interface PricesTextProps {
  value: string;
  onChange: (text: string) => void;
  isDisabled: boolean;
  inputRef: Ref<HTMLTextAreaElement>;
}

/** The table: pasted, or from a file that is chosen or dropped. */
function PricesText({ value, onChange, isDisabled, inputRef }: PricesTextProps) {
  const file = useTextFile({ read: readFile, onText: onChange, isDisabled });
  return (
    <div className="space-y-3">
      <Field
        label="Prices to import"
        error={file.error}
        hint="Days and prices from a spreadsheet, or a CSV file with date and close, or date, open, high, low, close and volume."
      >
        {(control) => (
          <textarea
            {...control}
            ref={inputRef}
            rows={7}
            value={value}
            disabled={isDisabled}
            placeholder={'2025-05-02 98.50\n2025-05-05 98.75'}
            spellCheck={false}
            onChange={({ target }) => {
              file.clearError();
              onChange(target.value);
            }}
            {...file.dropProps}
            className={cn(
              controlClass,
              'block resize-y py-2 font-mono text-sm',
              file.isTarget && 'border-accent bg-accent-soft',
            )}
          />
        )}
      </Field>
      <input {...file.inputProps} accept=".txt,.csv,.tsv,text/plain,text/csv" aria-label="File with prices" />
      <Button size="sm" disabled={isDisabled} onClick={file.choose}>
        <FileUp aria-hidden="true" /> Choose a file
      </Button>
    </div>
  );
}

/** The rows that cannot be stored, as far as the server lists them, with the reason of each. */
function Problems({
  preview: { details = [], problems = 0 },
  table,
}: {
  preview: BarsChange;
  table: PriceTable;
}) {
  const listed = new Set(details.map(({ row }) => row)).size;
  return (
    <ScrollRegion label="Problems" className="max-h-48">
      <ul className="divide-y divide-line text-sm">
        {details.map(({ row, field, message }) => (
          <li key={`${row} ${field} ${message}`} className="px-3 py-2">
            <span className="font-medium">
              Row {formatCount(row + 1)}: {problemText(message)}
            </span>
            <span className="block truncate font-mono text-xs text-muted">{table.rows[row]}</span>
          </li>
        ))}
        {problems > listed && (
          <li className="px-3 py-2 text-muted">and {formatCount(problems - listed)} more rows</li>
        )}
      </ul>
    </ScrollRegion>
  );
}
