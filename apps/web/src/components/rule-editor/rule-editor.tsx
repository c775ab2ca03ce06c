import {
  type Catalogue,
  comparisonOperators,
  comparisonVerbs,
  maxComparisons,
  type RuleError,
} from '@stockbook/rules/language';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { LabelledOptions, Select } from '../ui/select.tsx';
import { OperandField } from './operand-field.tsx';
import { close, newRow, type RowOperator, type RuleRow, rowsAsText } from './rule-rows.ts';
import { RuleTextField } from './rule-text-field.tsx';
import type { RuleDraftControl } from './use-rule-draft.ts';

interface RuleRowsProps {
  /** At least one. */
  rows: readonly RuleRow[];
  onChange: (rows: readonly RuleRow[]) => void;
  catalogue: Catalogue;
  /** Errors in the text of the rows. */
  errors: readonly RuleError[];
}

const operators: readonly { value: RowOperator; label: string }[] = [
  ...comparisonOperators.map((value) => ({ value, label: comparisonVerbs[value] })),
  { value: 'touches', label: 'touches' },
];

/** A rule as rows of operand, operator and operand. `or` separates groups, because `and` binds first. */
function RuleRows({ rows, onChange, catalogue, errors }: RuleRowsProps) {
  const { spans } = rowsAsText(rows);
  const shownErrors = new Map<string, string>();
  for (const error of errors) {
    // The last side that begins before the error; errors between two sides belong to the one before.
    const span = spans.findLast(({ offset }) => offset <= error.offset) ?? spans[0];
    const key = span && `${span.rowId} ${span.side}`;
    if (key && !shownErrors.has(key)) shownErrors.set(key, error.message);
  }

  const replace = (id: number, change: Partial<RuleRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  const remove = (id: number) => onChange(rows.filter((row) => row.id !== id));
  const add = () =>
    onChange([
      ...rows,
      newRow({
        joiner: 'and',
        left: close,
        operator: '>',
        right: {
          kind: 'call',
          function: 'SMA',
          parameters: ['200'],
          input: null,
          output: null,
          barsAgo: '',
        },
      }),
    ]);

  return (
    <div>
      <ol>
        {rows.map((row, index) => {
          const number = index + 1;
          return (
            <li key={row.id}>
              {index > 0 && (
                <Joiner number={number} row={row} onChange={(joiner) => replace(row.id, { joiner })} />
              )}
              <Condition
                number={number}
                row={row}
                onChange={(change) => replace(row.id, change)}
                onRemove={rows.length > 1 ? () => remove(row.id) : null}
                catalogue={catalogue}
                errorOf={(side) => shownErrors.get(`${row.id} ${side}`) ?? null}
              />
            </li>
          );
        })}
      </ol>
      <Button
        variant="quiet"
        size="sm"
        className="mt-2"
        disabled={rows.length >= maxComparisons}
        onClick={add}
      >
        <Plus aria-hidden="true" /> Add condition
      </Button>
    </div>
  );
}

interface JoinerProps {
  /** Counts the conditions from 1. */
  number: number;
  row: RuleRow;
  onChange: (joiner: RuleRow['joiner']) => void;
}

/** Between a row and the one before it. */
function Joiner({ number, row, onChange }: JoinerProps) {
  return (
    <div className="flex items-center gap-3 py-1.5">
      <Select
        size="sm"
        aria-label={`Before condition ${number}`}
        value={row.joiner}
        onChange={(event) => onChange(event.target.value === 'or' ? 'or' : 'and')}
        className="w-20"
      >
        <option value="and">and</option>
        <option value="or">or</option>
      </Select>
      {row.joiner === 'or' && <i aria-hidden="true" className="h-px grow bg-edge" />}
    </div>
  );
}

interface ConditionProps {
  /** From 1. */
  number: number;
  row: RuleRow;
  onChange: (change: Partial<RuleRow>) => void;
  /** Null for the only condition. */
  onRemove: (() => void) | null;
  catalogue: Catalogue;
  errorOf: (side: 'left' | 'right') => string | null;
}

/** A comparison: operand, operator and operand. */
function Condition({ number, row, onChange, onRemove, catalogue, errorOf }: ConditionProps) {
  const name = `Condition ${number}`;
  return (
    <fieldset className="rounded-md border border-line bg-canvas p-2.5">
      <legend className="sr-only">{name}</legend>
      <div className="space-y-2">
        {row.operator === 'touches' ? (
          <p className="flex h-9 items-center px-3 text-sm pointer-coarse:h-11 font-medium">Price</p>
        ) : (
          <OperandField
            label={`${name}, left side`}
            operand={row.left}
            onChange={(left) => onChange({ left })}
            catalogue={catalogue}
            error={errorOf('left')}
          />
        )}
        <div className="flex items-center justify-between">
          <Select
            size="sm"
            aria-label={`${name}, operator`}
            value={row.operator}
            onChange={(event) => {
              const operator = operators.find(({ value }) => value === event.target.value)?.value;
              if (operator) onChange({ operator });
            }}
            className="w-40"
          >
            <LabelledOptions choices={operators} />
          </Select>
          {onRemove && (
            <IconButton label={`Remove condition ${number}`} onClick={onRemove}>
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <OperandField
          label={`${name}, right side`}
          operand={row.right}
          onChange={(right) => onChange({ right })}
          catalogue={catalogue}
          error={errorOf('right')}
        />
      </div>
    </fieldset>
  );
}

interface RuleEditorProps {
  control: RuleDraftControl;
  catalogue: Catalogue;
  /** The errors to show: none while the user is typing. */
  errors: readonly RuleError[];
}

const forms = [
  { value: 'rows', label: 'Rows' },
  { value: 'text', label: 'Text' },
] as const;

/** Writes a rule in rows or as text. */
export function RuleEditor({ control, catalogue, errors }: RuleEditorProps) {
  const { draft, rowsProblem } = control;
  return (
    <div className="space-y-3">
      <Segmented
        label="Form of the rule"
        options={forms}
        value={draft.form}
        onChange={(form) => (form === 'rows' ? control.showRows() : control.showText())}
      />
      {rowsProblem && (
        <p role="alert" className="text-sm text-warn">
          {rowsProblem}
        </p>
      )}
      {draft.form === 'rows' ? (
        <RuleRows rows={draft.rows} onChange={control.setRows} catalogue={catalogue} errors={errors} />
      ) : (
        <RuleTextField
          label="Rule"
          value={draft.text}
          onChange={control.setText}
          catalogue={catalogue}
          error={errors[0] ?? null}
          hint={<RuleHelp />}
        />
      )}
    </div>
  );
}

function RuleHelp() {
  return (
    <>
      Names complete as you type.{' '}
      <a href="/rules.txt" target="_blank" rel="noreferrer" className="text-accent underline">
        How to write rules
      </a>
    </>
  );
}
