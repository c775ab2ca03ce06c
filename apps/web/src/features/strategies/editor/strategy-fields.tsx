import type { StockList } from '@stockbook/api/schemas';
import type { Catalogue, RuleError } from '@stockbook/rules/language';
import { type ReactNode, useId } from 'react';
import { RuleEditor } from '#components/rule-editor/rule-editor.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { NamedOptions, Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useLists } from '#lib/api/lists.ts';
import type { FieldProblems } from '../api/mutations.ts';
import { useListedStocks } from '../api/queries.ts';
import type { StrategyScope } from '../runnable-rules.ts';
import { limitFields } from './limits.ts';
import type { StrategyDraft } from './use-strategy-draft.ts';

interface ScopeFieldsProps {
  scope: StrategyScope;
  onChange: (scope: StrategyScope) => void;
  error: string | null;
}

const choices = [
  { value: 'watch_list', label: 'Watch list' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'list', label: 'A list' },
  { value: 'symbols', label: 'Chosen' },
] as const;

type Choice = (typeof choices)[number]['value'];

function choiceOf(scope: StrategyScope): Choice {
  if ('list_id' in scope) return 'list';
  if ('symbols' in scope) return 'symbols';
  return 'favorites' in scope ? 'favorites' : 'watch_list';
}

function scopeOf(choice: Choice, lists: readonly StockList[]): StrategyScope {
  if (choice === 'list') return { list_id: lists[0]?.id ?? '' };
  if (choice === 'symbols') return { symbols: [] };
  return choice === 'favorites' ? { favorites: true } : { watch_list: true };
}

function ScopeFields({ scope, onChange, error }: ScopeFieldsProps) {
  const errorId = useId();
  const { stocks } = useListedStocks();
  const { lists = [] } = useLists();
  // The choice of a list needs one.
  const offeredChoices =
    lists.length > 0 || 'list_id' in scope ? choices : choices.filter(({ value }) => value !== 'list');
  const chosen = 'symbols' in scope ? scope.symbols : [];
  // A chosen stock may have left the watch list.
  const offered = [...new Set([...stocks.keys(), ...chosen])].sort();
  const toggle = (symbol: string, isChosen: boolean) =>
    onChange({
      symbols: isChosen ? [...chosen, symbol].sort() : chosen.filter((other) => other !== symbol),
    });
  return (
    <div className="mt-2 space-y-2.5">
      <Segmented
        label="Stocks"
        options={offeredChoices}
        value={choiceOf(scope)}
        onChange={(choice) => choice !== choiceOf(scope) && onChange(scopeOf(choice, lists))}
      />
      {'list_id' in scope && (
        <Select
          aria-label="List"
          value={scope.list_id}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : errorId}
          onChange={({ target }) => onChange({ list_id: target.value })}
        >
          {lists.every(({ id }) => id !== scope.list_id) && (
            <option value={scope.list_id}>A deleted list</option>
          )}
          <NamedOptions items={lists} />
        </Select>
      )}
      {'symbols' in scope && (
        <ul className="grid max-h-52 grid-cols-3 gap-x-3 gap-y-1 overflow-y-auto rounded-md border border-line p-2.5">
          {offered.map((symbol) => (
            <li key={symbol}>
              <label className="flex min-h-7 items-center gap-2 text-sm pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={chosen.includes(symbol)}
                  aria-invalid={error !== null}
                  aria-describedby={error === null ? undefined : errorId}
                  onChange={(event) => toggle(symbol, event.target.checked)}
                  className="size-4 shrink-0 accent-accent"
                />
                <span className="truncate">{symbol}</span>
              </label>
            </li>
          ))}
          {offered.length === 0 && (
            <li className="col-span-3 text-sm text-muted">Your watch list is empty.</li>
          )}
        </ul>
      )}
      {error && (
        <p id={errorId} role="alert" className="text-sm text-down">
          {error}
        </p>
      )}
    </div>
  );
}

interface StrategyFieldsProps {
  draft: StrategyDraft;
  catalogue: Catalogue;
  /** Whether to show errors of unfinished input. */
  isChecked: boolean;
  /** Mistakes that the server has found, if the rules are still the same. */
  problems: FieldProblems;
}

const noErrors: readonly RuleError[] = [];

/** The rules, stops and stocks of a strategy. */
export function StrategyFields({ draft, catalogue, isChecked, problems }: StrategyFieldsProps) {
  const { errors, limits } = draft;
  const exitsErrorId = useId();
  const exitsError = isChecked ? errors.exits : null;
  const shown = (own: readonly RuleError[], field: string) =>
    own.length > 0 ? (isChecked ? own : noErrors) : problems.errorsOf(field);
  return (
    <div className="space-y-6">
      <FieldGroup legend="Entry rule" note="Buys at the next open after it is true at a close.">
        <RuleEditor control={draft.entry} catalogue={catalogue} errors={shown(errors.entry, 'rules.entry')} />
      </FieldGroup>
      <FieldGroup legend="Exit rule" note="Sells at the next open after it is true at a close.">
        <div className="mb-3">
          <Switch label="Sell by a rule" checked={draft.hasExit} onChange={draft.setHasExit} />
        </div>
        {draft.hasExit && (
          <RuleEditor control={draft.exit} catalogue={catalogue} errors={shown(errors.exit, 'rules.exit')} />
        )}
      </FieldGroup>
      <FieldGroup legend="Stops" note="Percent of the close at which buying was decided.">
        <div className="grid grid-cols-2 gap-3">
          {limitFields.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              inputMode="decimal"
              placeholder="None"
              value={limits[name]}
              error={(isChecked ? errors.limits[name] : null) ?? problems.messageOf(`rules.${name}`)}
              onChange={(event) => draft.setLimits({ ...limits, [name]: event.target.value })}
              {...(exitsError === null ? {} : { 'aria-invalid': true, 'aria-describedby': exitsErrorId })}
            />
          ))}
        </div>
        {exitsError !== null && (
          <p id={exitsErrorId} role="alert" className="mt-2 text-sm text-down">
            {exitsError}
          </p>
        )}
      </FieldGroup>
      <FieldGroup legend="Stocks">
        <ScopeFields
          scope={draft.scope}
          onChange={draft.setScope}
          error={(isChecked ? errors.scope : null) ?? problems.messageOf('rules.scope')}
        />
      </FieldGroup>
    </div>
  );
}

/** Controls under a heading. */
export function FieldGroup({
  legend,
  note,
  children,
}: {
  legend: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{legend}</legend>
      {note && <p className="mb-2.5 text-xs text-muted">{note}</p>}
      {children}
    </fieldset>
  );
}
