import type { SignalRule } from '@stockbook/api/schemas';
import { type Catalogue, parseRule, printRule, rescaleRule } from '@stockbook/rules/language';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { RuleTextField } from '#components/rule-editor/rule-text-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { ruleErrorsOf } from '../rule-dialog/rule-errors.ts';
import { titleOf } from '../rules/rule-element.ts';
import type { Matching } from './use-matching.ts';

interface MatchingChoiceProps {
  matching: Matching;
  onChoose: (when: string) => void;
}

/** A field for a rule, and below it the saved rules. */
export function MatchingChoice(props: MatchingChoiceProps) {
  return (
    // The list of completions has room below the field.
    <div className="min-h-72 p-1.5">
      <WithCatalogue className="h-72">
        {(catalogue) => (
          <>
            <RuleForm {...props} catalogue={catalogue} />
            <SavedRules {...props} catalogue={catalogue} />
          </>
        )}
      </WithCatalogue>
    </div>
  );
}

interface WithCatalogueProps extends MatchingChoiceProps {
  catalogue: Catalogue;
}

/** Has the user type a rule, and applies it in its canonical form. */
function RuleForm({ matching: { when = '', screen }, onChoose, catalogue }: WithCatalogueProps) {
  const [text, setText] = useState(when);
  /** The text that was submitted: an error is not shown while the text is changing. */
  const [submitted, setSubmitted] = useState(when || null);
  const { rule, errors } = parseRule(text, catalogue);
  const form = useRef<HTMLFormElement>(null);
  // A finger may want the saved rules, which the keyboard of a phone would cover.
  const hasMouse = useMedia('(pointer: fine)');
  useEffect(() => {
    if (hasMouse) form.current?.querySelector('textarea')?.focus();
  }, [hasMouse]);
  // The server alone knows the look-back of a rule.
  const shownError = text === submitted ? (errors[0] ?? ruleErrorsOf(screen.error)[0] ?? null) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(text);
    if (rule) onChoose(printRule(rule));
  }

  function submitOnEnter(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.defaultPrevented) return;
    if (event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={submitOnEnter} className="space-y-2">
      <RuleTextField
        label="Rule"
        value={text}
        onChange={setText}
        catalogue={catalogue}
        error={shownError}
        hint="For example rsi(14) < 30 and close > sma(200)"
      />
      <div className="flex justify-end">
        <Button type="submit" size="sm" variant="primary">
          Show matches
        </Button>
      </div>
    </form>
  );
}

/** Whether a rule compares with prices, which mean nothing for other stocks. A split divides the prices alone. */
function hasPrices(when: string, catalogue: Catalogue): boolean {
  const { rule } = parseRule(when, catalogue);
  if (!rule) return false;
  return rescaleRule(rule, catalogue, 2).changes.some(({ from, to }) => Math.abs(to) < Math.abs(from));
}

/** The rules that can be asked of any stock, those over lists first; of equal ones, the first. */
function generalRules(rules: readonly SignalRule[], catalogue: Catalogue): SignalRule[] {
  const ofLists = rules.filter(({ scope }) => scope !== 'stock');
  const ofStocks = rules.filter(({ scope, when }) => scope === 'stock' && !hasPrices(when, catalogue));
  const all = [...ofLists, ...ofStocks];
  return all.filter(({ when }, index) => all.findIndex((rule) => rule.when === when) === index);
}

function SavedRules({ matching: { when, rules }, onChoose, catalogue }: WithCatalogueProps) {
  const saved = generalRules(rules.data?.rules ?? [], catalogue);
  return (
    <>
      <QueryError error={rules.error} fallback="Failed to load signals" onRetry={rules.refetch} />
      {saved.length > 0 && (
        <ul
          aria-label="Saved rules"
          className="-mx-1.5 mt-3 max-h-64 overflow-y-auto border-t border-line pt-1.5"
        >
          {saved.map((rule) => (
            <li key={rule.id}>
              <button
                type="button"
                aria-current={rule.when === when ? 'true' : undefined}
                onClick={() => onChoose(rule.when)}
                className="flex min-h-8 w-full items-center gap-2.5 rounded-md px-1.5 text-left text-sm hover:bg-sunken aria-[current]:bg-accent-soft pointer-coarse:min-h-11"
              >
                <span className="min-w-0 grow truncate font-medium">{titleOf(rule)}</span>
                {rule.symbol !== null && <span className="shrink-0 text-xs text-muted">{rule.symbol}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
