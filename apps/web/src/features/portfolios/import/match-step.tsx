import type { TransactionImportPreview } from '@stockbook/api/schemas';
import type { FormEvent } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlClass, Field } from '#components/ui/field.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { fieldNames, type ImportField, importFields, type MappingDraft, withField } from './mapping-draft.ts';
import { StepLine } from './step-line.tsx';

interface MatchStepProps {
  preview: TransactionImportPreview;
  draft: MappingDraft;
  onDraft: (draft: MappingDraft) => void;
  isBusy: boolean;
  error: unknown;
  onBack: () => void;
  onNext: () => void;
}

/** The second step: the column of the file, or a constant, for each field. */
export function MatchStep({ preview, draft, onDraft, isBusy, error, onBack, onNext }: MatchStepProps) {
  const { header } = preview;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) onNext();
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <StepLine current="match" />
      <p className="text-sm">{presetSentence(preview)}</p>
      {header.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {importFields.map((field) => (
            <FieldRow key={field} field={field} preview={preview} draft={draft} onDraft={onDraft} />
          ))}
        </ul>
      )}
      <FileChoices draft={draft} onDraft={onDraft} />
      <DialogFoot>
        <QueryError error={error} fallback="Failed to import" />
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={isBusy} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {isBusy ? 'Checking...' : 'Next'}
          </Button>
        </div>
      </DialogFoot>
    </form>
  );
}

function presetSentence({ preset, is_confirmed }: TransactionImportPreview): string {
  if (preset === null)
    return 'The format is not known. Choose the column of each field; the rest is left out.';
  return is_confirmed
    ? `This looks like ${preset}.`
    : `This looks like ${preset}. Only one sample of it is known: check every column.`;
}

const constantChoice = 'constant';

interface FieldRowProps {
  field: ImportField;
  preview: TransactionImportPreview;
  draft: MappingDraft;
  onDraft: (draft: MappingDraft) => void;
}

function FieldRow({ field, preview, draft, onDraft }: FieldRowProps) {
  const { header, columns } = preview;
  const source = draft.fields[field];
  const isConstant = source !== undefined && 'constant' in source;
  const column = source && 'column' in source ? source.column : null;
  const name = fieldNames[field];
  const samples = column === null ? [] : (columns[column] ?? []).filter((value) => value !== '');

  function choose(value: string) {
    if (value === '') onDraft(withField(draft, field, null));
    else if (value === constantChoice) onDraft(withField(draft, field, { constant: '' }));
    else onDraft(withField(draft, field, { column: Number(value) }));
  }

  return (
    <li className="grid grid-cols-1 gap-x-3 gap-y-1 py-2 text-sm sm:grid-cols-[9rem_13rem_minmax(0,1fr)] sm:items-center">
      <span className="font-medium">{name}</span>
      <Select
        size="sm"
        aria-label={`Column of ${name}`}
        value={isConstant ? constantChoice : column === null ? '' : String(column)}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">None</option>
        <option value={constantChoice}>The same in all rows</option>
        {header.map((title, index) => (
          // Columns may have equal names, or none.
          <option key={`${index} ${title}`} value={index}>
            {title || `Column ${index + 1}`}
          </option>
        ))}
      </Select>
      {isConstant ? (
        <input
          aria-label={`${name} of all rows`}
          value={source.constant}
          onChange={({ target }) => onDraft(withField(draft, field, { constant: target.value }))}
          className={cn(controlClass, 'h-9 text-sm')}
        />
      ) : (
        <span className="min-w-0 truncate text-muted" title={samples.join(' · ')}>
          {samples.join(' · ')}
        </span>
      )}
    </li>
  );
}

/** The choices for the whole file, and the words for their values. */
export const fileChoices = {
  day_order: {
    label: 'Dates like 01/02/2024',
    unknown: 'As the dates of the file decide',
    options: [
      ['day_first', 'The day comes first'],
      ['month_first', 'The month comes first'],
    ],
  },
  decimal_mark: {
    label: 'Decimal mark',
    unknown: 'As each column decides',
    options: [
      ['point', 'Point: 1,234.56'],
      ['comma', 'Comma: 1.234,56'],
    ],
  },
  amount: {
    label: 'Amounts of trades',
    unknown: 'Not said',
    options: [
      ['net', 'After fees and taxes'],
      ['gross', 'Before fees and taxes'],
    ],
  },
} as const;

const choiceKinds = ['day_order', 'decimal_mark', 'amount'] as const;

function FileChoices({ draft, onDraft }: Pick<FieldRowProps, 'draft' | 'onDraft'>) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {choiceKinds.map((kind) => {
        const { label, unknown, options } = fileChoices[kind];
        return (
          <Field key={kind} label={label}>
            {(control) => (
              <Select
                {...control}
                size="sm"
                value={draft[kind] ?? ''}
                onChange={({ target }) => onDraft({ ...draft, [kind]: target.value || null })}
              >
                <option value="">{unknown}</option>
                {options.map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        );
      })}
    </div>
  );
}
