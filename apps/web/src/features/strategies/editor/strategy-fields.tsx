import type { Catalogue, RuleError } from '@stockbook/rules/language';
import { type ReactNode, useId } from 'react';
import { RuleEditor } from '#components/rule-editor/rule-editor.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import type { FieldProblems } from '../api/mutations.ts';
import { limitFields } from './limits.ts';
import { ScopeFields } from './scope-fields.tsx';
import type { StrategyDraft } from './use-strategy-draft.ts';

interface StrategyFieldsProps {
  draft: StrategyDraft;
  catalogue: Catalogue;
  /** Whether to show errors of unfinished input. */
  isChecked: boolean;
  /** What the server found wrong, if the rules are still the same. */
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
