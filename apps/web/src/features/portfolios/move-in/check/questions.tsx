import type { KeyboardEvent } from 'react';
import { CurrencyField } from '#components/currency-field.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { Field, TextField } from '#components/ui/field.tsx';
import { LabelledOptions, Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { readDecimal } from '#lib/format/decimals.ts';
import type { MoveQuestion, MoveReport } from '../api.ts';
import { SecurityChoice } from './security-choice.tsx';
import { type Answers, useSentValue } from './use-answers.ts';

/** Whether a question keeps the move from going on. */
export function isOpen({ default: preset, answer }: MoveQuestion): boolean {
  return preset === null && answer === null;
}

interface QuestionsProps {
  report: MoveReport;
  answers: Answers;
}

/** The questions about a move, those without which it cannot go on first. */
export function Questions({ report: { questions, securities }, answers }: QuestionsProps) {
  if (questions.length === 0) return null;
  const sorted = questions.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  const nameOf = (question: MoveQuestion) =>
    securities.find(({ key }) => question.key === `security:${key}`)?.name ?? 'this security';
  return (
    <Card title="Questions">
      <ul className="divide-y divide-line">
        {sorted.map((question) => (
          <li
            key={question.key}
            className="grid grid-cols-1 gap-x-6 gap-y-3 py-3 text-sm first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_24rem] md:items-start"
          >
            <div className="space-y-1">
              <p className="font-medium break-words">{question.text}</p>
              {isOpen(question) && <Badge tone="warn">Needs an answer</Badge>}
            </div>
            <Answer question={question} name={nameOf(question)} answers={answers} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface AnswerProps {
  question: MoveQuestion;
  name: string;
  answers: Answers;
}

function Answer({ question, name, answers }: AnswerProps) {
  const { key, kind } = question;
  if (kind === 'security') {
    const suggested = question.choices.find(({ value }) => value === question.default);
    return <SecurityChoice answerKey={key} name={name} suggested={suggested} answers={answers} />;
  }
  if (kind === 'currency' || kind === 'date' || kind === 'rate')
    return <TypedAnswer question={question} answers={answers} />;
  return <ChoiceAnswer question={question} answers={answers} />;
}

/** An answer that is sent when its field is left. */
function TypedAnswer({ question: { key, kind, answer }, answers }: Omit<AnswerProps, 'name'>) {
  const { value, change, leave } = useSentValue(answer ?? '', (next) =>
    answers.send(key, kind === 'rate' ? (readDecimal(next) ?? next) : next),
  );
  const common = {
    value,
    error: answers.errorOf(key),
    onBlur: () => void leave(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') void leave();
    },
  };
  if (kind === 'rate') {
    return (
      <TextField
        label="Rate"
        inputMode="decimal"
        {...common}
        onChange={({ target }) => change(target.value)}
      />
    );
  }
  return kind === 'date' ? (
    <TextField label="Day" type="date" {...common} onChange={({ target }) => change(target.value)} />
  ) : (
    <CurrencyField
      label="Currency"
      {...common}
      onChange={({ target }) => change(target.value.toUpperCase())}
    />
  );
}

/** Up to this many choices are shown beside each other. */
const maxRadios = 3;

function ChoiceAnswer({ question, answers }: Omit<AnswerProps, 'name'>) {
  const { key, text, choices, answer, default: preset } = question;
  const { value, choose } = useSentValue(answer ?? preset ?? '', (next) => answers.send(key, next));
  const error = answers.errorOf(key);
  if (choices.length > maxRadios) {
    return (
      <Field label="Answer" error={error}>
        {(control) => (
          <Select {...control} size="sm" value={value} onChange={({ target }) => void choose(target.value)}>
            {value === '' && <option value="">Choose</option>}
            <LabelledOptions choices={choices} />
          </Select>
        )}
      </Field>
    );
  }
  return (
    <fieldset>
      <legend className="sr-only">{text}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cn(
              'inline-flex min-h-9 items-center gap-2 rounded-md border border-line px-3 pointer-coarse:min-h-11',
              'has-checked:border-accent has-checked:bg-accent-soft',
            )}
          >
            <input
              type="radio"
              name={key}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => void choose(choice.value)}
              className="size-4 shrink-0 accent-accent"
            />
            {choice.label}
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-down">
          {error}
        </p>
      )}
    </fieldset>
  );
}
