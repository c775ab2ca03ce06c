import type { Catalogue, RuleError } from '@stockbook/rules/language';
import { Segmented } from '../ui/segmented.tsx';
import { RuleRows } from './rule-rows-field.tsx';
import { RuleTextField } from './rule-text-field.tsx';
import type { RuleDraftControl } from './use-rule-draft.ts';

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
