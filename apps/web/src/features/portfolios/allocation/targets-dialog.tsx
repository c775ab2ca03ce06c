import type { Portfolio } from '@stockbook/api/schemas';
import { type FormEvent, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { StockField } from '#components/stock-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlClass, Field } from '#components/ui/field.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { readDecimal, toDecimal, typedNumber } from '#lib/format/decimals.ts';
import { type NewTargets, useHeldSymbols, useSetTargets, useTagGroups, useTargets } from './api.ts';

interface TargetsDialogProps {
  portfolio: Portfolio;
  onClose: () => void;
}

/** Edits the targets of a portfolio: those of its stocks, or those of the tags of one group. */
export function TargetsDialog({ portfolio, onClose }: TargetsDialogProps) {
  const targets = useTargets(portfolio.id);
  const groups = useTagGroups(portfolio.id);
  const held = useHeldSymbols(portfolio.id);
  const error = targets.error ?? groups.error;
  return (
    <Dialog title="Targets" open onClose={onClose}>
      <QueryError error={error} fallback="Failed to load targets" />
      {!error && (!targets.data || !groups.data || !held) && <Skeleton className="h-60" />}
      {targets.data && groups.data && held && (
        <TargetsForm
          portfolio={portfolio}
          stored={targets.data}
          groups={groups.data.groups}
          held={held}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Percentages as they are typed, by stock or tag. */
type Percents = Readonly<Record<string, string>>;

interface TargetsFormProps extends TargetsDialogProps {
  stored: { readonly group: string | null; readonly targets: readonly StoredTarget[] };
  groups: readonly { readonly name: string; readonly tags: readonly { readonly name: string }[] }[];
  held: readonly string[];
}

interface StoredTarget {
  readonly symbol?: string | undefined;
  readonly tag?: string | undefined;
  readonly percent: number;
}

function TargetsForm({ portfolio, stored, groups, held, onClose }: TargetsFormProps) {
  const [group, setGroup] = useState(stored.group);
  const [percents, setPercents] = useState<Percents>(() =>
    Object.fromEntries(
      stored.targets.map(({ symbol, tag, percent }) => [symbol ?? tag ?? '', String(percent)]),
    ),
  );
  const [added, setAdded] = useState<readonly string[]>([]);
  const { mutate, isPending, error } = useSetTargets();
  const stocks = [...new Set([...held, ...(stored.group === null ? Object.keys(percents) : []), ...added])];
  const names =
    group === null ? stocks : (groups.find(({ name }) => name === group)?.tags ?? []).map(({ name }) => name);
  const isValid = names.every((name) => {
    const typed = percents[name]?.trim() ?? '';
    return typed === '' || readDecimal(typed) !== null;
  });

  function save(chosen: NewTargets) {
    mutate({ portfolioId: portfolio.id, ...chosen }, { onSuccess: onClose });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending || !isValid) return;
    const targets = names.flatMap((name) => {
      const percent = readDecimal(percents[name] ?? '');
      if (percent === null || Number(percent) === 0) return [];
      return [group === null ? { symbol: name, percent } : { tag: name, percent }];
    });
    save({ group, targets });
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field label="Targets for">
        {(control) => (
          <Select {...control} value={group ?? ''} onChange={({ target }) => setGroup(target.value || null)}>
            <option value="">Stocks</option>
            {groups.map(({ name }) => (
              <option key={name} value={name}>
                Tags of {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PercentRows names={names} percents={percents} onChange={setPercents} />
      {group === null && <AddStock onAdd={(symbol) => setAdded((before) => [...before, symbol])} />}
      <SumLine names={names} percents={percents} hasCash={portfolio.cash_tracking} />
      <QueryError error={error} fallback="Failed to save targets" />
      <div className="flex flex-wrap justify-end gap-2">
        {stored.targets.length > 0 && (
          <Button className="mr-auto" disabled={isPending} onClick={() => save({ group: null, targets: [] })}>
            Delete targets
          </Button>
        )}
        <Button disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={isPending || !isValid}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

interface PercentRowsProps {
  names: readonly string[];
  percents: Percents;
  onChange: (change: (before: Percents) => Percents) => void;
}

function PercentRows({ names, percents, onChange }: PercentRowsProps) {
  if (names.length === 0) return <p className="text-sm text-muted">Nothing to set targets for yet.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {names.map((name) => {
        const typed = percents[name] ?? '';
        return (
          <li key={name}>
            <label className="flex items-center justify-between gap-3 py-1.5 text-sm">
              <span className="min-w-0 truncate font-medium">{name}</span>
              <span className="flex items-center gap-1.5">
                <span className="w-24">
                  <input
                    inputMode="decimal"
                    aria-label={`Target of ${name} in percent`}
                    aria-invalid={typed.trim() !== '' && readDecimal(typed) === null}
                    placeholder="0"
                    value={typed}
                    onChange={({ target }) => onChange((before) => ({ ...before, [name]: target.value }))}
                    className={cn(controlClass, 'numeric h-9 text-right text-sm')}
                  />
                </span>
                %
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

function AddStock({ onAdd }: { onAdd: (symbol: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <div className="flex items-end gap-2">
      <StockField label="Another stock" value={typed} onChange={setTyped} className="min-w-0 grow" />
      <Button
        className="h-10"
        disabled={typed.trim() === ''}
        onClick={() => {
          onAdd(typed.trim().toUpperCase());
          setTyped('');
        }}
      >
        Add
      </Button>
    </div>
  );
}

interface SumLineProps {
  names: readonly string[];
  percents: Percents;
  hasCash: boolean;
}

/** The sum while it is typed. The server checks it. */
function SumLine({ names, percents, hasCash }: SumLineProps) {
  const sum = names.reduce((total, name) => total + (typedNumber(percents[name] ?? '') ?? 0), 0);
  const rest = 100 - sum;
  return (
    <output aria-label="Sum" className="numeric block text-sm text-muted">
      {toDecimal(sum)} % in all
      {hasCash && rest > 0 && sum > 0 && `; the rest, ${toDecimal(rest)} %, is the target of Cash`}
      {!hasCash && sum > 0 && Math.abs(rest) > 1e-9 && '; targets must add up to 100 %'}
    </output>
  );
}
