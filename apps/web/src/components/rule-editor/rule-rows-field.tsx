import type { Catalogue, RuleError } from '@stockbook/rules/language';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { OperandField } from './operand-field.tsx';
import { close, newRow, type RowOperator, type RuleRow, rowsAsText } from './rule-rows.ts';

interface RuleRowsProps {
  /** At least one. */
  rows: readonly RuleRow[];
  onChange: (rows: readonly RuleRow[]) => void;
  catalogue: Catalogue;
  /** Of the rows' text. */
  errors: readonly RuleError[];
}

/** The limit of comparisons in a rule. */
const maxRows = 20;

const operators: readonly { value: RowOperator; label: string }[] = [
  { value: '>', label: 'is above' },
  { value: '>=', label: 'is at or above' },
  { value: '<', label: 'is below' },
  { value: '<=', label: 'is at or below' },
  { value: 'crosses above', label: 'crosses above' },
  { value: 'crosses below', label: 'crosses below' },
  { value: 'crosses', label: 'crosses' },
  { value: 'touches', label: 'touches' },
];

/** A rule as rows of operand, operator and operand. `or` separates groups, because `and` binds first. */
export function RuleRows({ rows, onChange, catalogue, errors }: RuleRowsProps) {
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
          const name = `Condition ${index + 1}`;
          return (
            <li key={row.id}>
              {index > 0 && (
                <div className="flex items-center gap-3 py-1.5">
                  <Select
                    size="sm"
                    aria-label={`Before condition ${index + 1}`}
                    value={row.joiner}
                    onChange={(event) =>
                      replace(row.id, { joiner: event.target.value === 'or' ? 'or' : 'and' })
                    }
                    className="w-20"
                  >
                    <option value="and">and</option>
                    <option value="or">or</option>
                  </Select>
                  {row.joiner === 'or' && <i aria-hidden="true" className="h-px grow bg-edge" />}
                </div>
              )}
              <fieldset className="rounded-md border border-line bg-canvas p-2.5">
                <legend className="sr-only">{name}</legend>
                <div className="space-y-2">
                  {row.operator === 'touches' ? (
                    <p className="flex h-9 items-center px-3 text-sm pointer-coarse:h-11 font-medium">
                      Price
                    </p>
                  ) : (
                    <OperandField
                      label={`${name}, left side`}
                      operand={row.left}
                      onChange={(left) => replace(row.id, { left })}
                      catalogue={catalogue}
                      error={shownErrors.get(`${row.id} left`) ?? null}
                    />
                  )}
                  <div className="flex items-center justify-between">
                    <Select
                      size="sm"
                      aria-label={`${name}, operator`}
                      value={row.operator}
                      onChange={(event) => {
                        const operator = operators.find(({ value }) => value === event.target.value)?.value;
                        if (operator) replace(row.id, { operator });
                      }}
                      className="w-40"
                    >
                      {operators.map(({ value, label }) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </Select>
                    {rows.length > 1 && (
                      <IconButton label={`Remove condition ${index + 1}`} onClick={() => remove(row.id)}>
                        <X aria-hidden="true" />
                      </IconButton>
                    )}
                  </div>
                  <OperandField
                    label={`${name}, right side`}
                    operand={row.right}
                    onChange={(right) => replace(row.id, { right })}
                    catalogue={catalogue}
                    error={shownErrors.get(`${row.id} right`) ?? null}
                  />
                </div>
              </fieldset>
            </li>
          );
        })}
      </ol>
      <Button variant="quiet" size="sm" className="mt-2" disabled={rows.length >= maxRows} onClick={add}>
        <Plus aria-hidden="true" /> Add condition
      </Button>
    </div>
  );
}
