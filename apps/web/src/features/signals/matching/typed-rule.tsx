import { type Catalogue, parseRule, printRule } from '@stockbook/rules/language';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { RuleTextField } from '#components/rule-editor/rule-text-field.tsx';
import { ruleErrorsOf } from '../rule-dialog/rule-errors.ts';

interface TypedRuleProps {
  id: string;
  /** The rule that is applied; empty without a rule. */
  when: string;
  /** The error of the call that has evaluated `when`; the server alone knows its look-back. */
  error: unknown;
  onApply: (when: string) => void;
}

/** Has the user type a rule, and applies it in its canonical form. */
export function TypedRule(props: TypedRuleProps) {
  return (
    <WithCatalogue className="h-32">
      {(catalogue) => <RuleForm {...props} catalogue={catalogue} />}
    </WithCatalogue>
  );
}

function RuleForm({ id, when, error, onApply, catalogue }: TypedRuleProps & { catalogue: Catalogue }) {
  const [text, setText] = useState(when);
  /** The text that was submitted: an error is not shown while the text is changing. */
  const [submitted, setSubmitted] = useState(when || null);
  const { rule, errors } = parseRule(text, catalogue);
  const shownError = text === submitted ? (errors[0] ?? ruleErrorsOf(error)[0] ?? null) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    const next = rule ? printRule(rule) : text;
    setText(next);
    setSubmitted(next);
    if (rule) onApply(next);
  }

  function submitOnEnter(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.defaultPrevented) return;
    if (event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
  }

  return (
    <form id={id} noValidate onSubmit={submit} onKeyDown={submitOnEnter}>
      <RuleTextField
        label="Rule"
        value={text}
        onChange={setText}
        catalogue={catalogue}
        error={shownError}
        hint="For example rsi(14) < 30 and close > sma(200)"
      />
    </form>
  );
}
