import {
  type Catalogue,
  parseRule,
  printExpression,
  printRule,
  type RuleError,
} from '@stockbook/rules/language';
import { X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { RuleTextField } from '#components/rule-editor/rule-text-field.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { maxOwnColumns } from '../view/own-columns.ts';

/** The canonical form of a rule or an expression, or what is wrong with it. */
function readColumn(
  text: string,
  catalogue: Catalogue,
): { readonly column: string } | { readonly error: RuleError | null } {
  const { rule, errors } = parseRule(text, catalogue);
  if (rule) return { column: printRule(rule) };
  const compared = parseRule(`${text} > 0`, catalogue).rule;
  if (compared?.type === 'comparison') {
    const column = printExpression(compared.left);
    if (printRule(compared) === `${column} > 0`) return { column };
  }
  return { error: errors[0] ?? null };
}

interface OwnColumnsChoiceProps {
  own: readonly string[];
  onOwn: (own: readonly string[]) => void;
}

/** The columns that the user wrote, and a field for another one. */
export function OwnColumnsChoice(props: OwnColumnsChoiceProps) {
  return (
    <WithCatalogue className="h-36">
      {(catalogue) => <Choice {...props} catalogue={catalogue} />}
    </WithCatalogue>
  );
}

function Choice({ own, onOwn, catalogue }: OwnColumnsChoiceProps & { catalogue: Catalogue }) {
  const [text, setText] = useState('');
  /** The text that was submitted: an error is not shown while the text is changing. */
  const [submitted, setSubmitted] = useState<string | null>(null);
  const isFull = own.length >= maxOwnColumns;
  const read = text === submitted ? readColumn(text, catalogue) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(text);
    const next = readColumn(text, catalogue);
    if (!('column' in next)) return;
    setText('');
    if (!own.includes(next.column)) onOwn([...own, next.column]);
  }

  function submitOnEnter(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.defaultPrevented) return;
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <div className="space-y-2">
      {own.length > 0 && (
        <ul aria-label="Your columns">
          {own.map((column) => (
            <li key={column} className="flex items-center gap-1">
              <span className="min-w-0 grow truncate text-sm" title={column}>
                {column}
              </span>
              <IconButton
                label={`Remove ${column}`}
                onClick={() => onOwn(own.filter((other) => other !== column))}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-xs text-muted">{maxOwnColumns} columns of your own at most.</p>
      ) : (
        <form noValidate onSubmit={submit} onKeyDown={submitOnEnter} className="space-y-2">
          <RuleTextField
            label="A study or a rule"
            value={text}
            onChange={setText}
            catalogue={catalogue}
            error={read && 'error' in read ? read.error : null}
            hint="For example rsi(14), or close > sma(200)"
          />
          <div className="flex justify-end">
            <Button type="submit" size="sm" disabled={text.trim() === ''}>
              Add column
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
