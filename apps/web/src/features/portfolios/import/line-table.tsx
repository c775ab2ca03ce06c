import type { TransactionImportLine } from '@stockbook/api/schemas';
import { Badge } from '#components/ui/badge.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { cn } from '#lib/cn.ts';
import { useIsNominal } from '../api/nominal.ts';
import { describeRow } from './describe-row.ts';
import {
  fieldNames,
  type ImportField,
  importFields,
  type MappingDraft,
  withRowField,
  withRowSkipped,
} from './mapping-draft.ts';
import { verdicts } from './verdicts.ts';

interface LineTableProps {
  lines: readonly TransactionImportLine[];
  draft: MappingDraft;
  onDraft: (draft: MappingDraft) => void;
}

/** The rows of a file with their verdicts, problems first. */
export function LineTable({ lines, draft, onDraft }: LineTableProps) {
  return (
    <ScrollRegion label="Rows of the file" className="max-h-[40dvh]">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Rows of the file with their verdicts, problems first</caption>
        <thead className="sticky top-0 z-10 bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              Line
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              Row
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              Verdict
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map((line) => (
            <tr key={line.line} className="align-top">
              <td className="numeric px-3 py-2 text-muted">{line.line}</td>
              <td className="px-3 py-2 [overflow-wrap:anywhere]">
                <LineText line={line} />
                {line.verdict === 'problem' && <LineCure line={line} draft={draft} onDraft={onDraft} />}
              </td>
              <td className="px-3 py-2 text-right">
                <Badge tone={verdicts[line.verdict].tone}>{verdicts[line.verdict].label}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function LineText({ line }: { line: TransactionImportLine }) {
  const { transaction, message, raw } = line;
  const isNominal = useIsNominal(transaction?.symbol ?? '') === true;
  return (
    <>
      {transaction === null ? (
        <span className="font-mono text-xs">{raw}</span>
      ) : (
        describeRow(transaction, isNominal)
      )}
      {message !== null && (
        <span className={cn('block', line.verdict === 'problem' ? 'font-medium text-down' : 'text-muted')}>
          {message}
        </span>
      )}
    </>
  );
}

interface LineCureProps {
  line: TransactionImportLine;
  draft: MappingDraft;
  onDraft: (draft: MappingDraft) => void;
}

/** The cures of a problem of one row: another value of the field, or its omission. */
function LineCure({ line, draft, onDraft }: LineCureProps) {
  const row = draft.rows.find((each) => each.line === line.line);
  const field = importFields.find((each) => each === line.field);
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5">
      {field && !row?.skip && (
        <FieldCure
          field={field}
          line={line.line}
          value={String(row?.[field] ?? '')}
          onChange={(text) => onDraft(withRowField(draft, line.line, field, text))}
        />
      )}
      <Checkbox
        label={
          <span>
            Leave out <span className="sr-only">line {line.line}</span>
          </span>
        }
        checked={row?.skip === true}
        onChange={(isSkipped) => onDraft(withRowSkipped(draft, line.line, isSkipped))}
      />
    </div>
  );
}

interface FieldCureProps {
  field: ImportField;
  line: number;
  value: string;
  onChange: (text: string) => void;
}

const numberFields: ReadonlySet<ImportField> = new Set([
  'quantity',
  'price',
  'amount',
  'fees',
  'taxes',
  'fx_rate',
  'to_amount',
]);

function FieldCure({ field, line, value, onChange }: FieldCureProps) {
  return (
    <label className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {fieldNames[field]}
      <span className="w-32">
        <input
          aria-label={`${fieldNames[field]} of line ${line}`}
          type={field === 'date' || field === 'ex_date' ? 'date' : 'text'}
          inputMode={numberFields.has(field) ? 'decimal' : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value.trim())}
          className={cn(controlClass, 'h-9 text-sm')}
        />
      </span>
    </label>
  );
}
