import type { BarsChange } from '@stockbook/api/schemas';
import { type FormEvent, useRef, useState } from 'react';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { TextOrFile } from '#components/ui/text-or-file.tsx';
import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
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
        <TextOrFile
          label="Prices to import"
          hint="Days and prices from a spreadsheet, or a CSV file with date and close, or date, open, high, low, close and volume."
          placeholder={'2025-05-02 98.50\n2025-05-05 98.75'}
          fileLabel="File with prices"
          accept=".txt,.csv,.tsv,text/plain,text/csv"
          read={readFile}
          value={text}
          onChange={setText}
          isDisabled={isPending}
          inputRef={input}
        />
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
