import type { ImportQuestion } from '@stockbook/api/schemas';
import { useState } from 'react';
import { StockField } from '#components/stock-field.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { formTypes, typeNames } from '../transactions/transaction-shapes.ts';
import { answerTo, type MappingDraft, withAnswer } from './mapping-draft.ts';
import { fileChoices } from './match-step.tsx';

interface QuestionListProps {
  questions: readonly ImportQuestion[];
  draft: MappingDraft;
  onDraft: (draft: MappingDraft) => void;
}

/** The questions whose answers cure many rows at once. */
export function QuestionList({ questions, draft, onDraft }: QuestionListProps) {
  if (questions.length === 0) return null;
  return (
    <ul aria-label="Questions" className="divide-y divide-line rounded-md border border-line">
      {questions.map((question) => (
        <li
          key={`${question.kind} ${question.text}`}
          className="grid grid-cols-1 gap-x-4 gap-y-2 px-3 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-center"
        >
          <div>
            <p className="font-medium">{question.message}</p>
            <p className="text-muted">
              {formatCount(question.lines)} {question.lines === 1 ? 'row' : 'rows'}
            </p>
          </div>
          <Answer
            question={question}
            answer={answerTo(draft, question)}
            onAnswer={(answer) => onDraft(withAnswer(draft, question, answer))}
          />
        </li>
      ))}
    </ul>
  );
}

interface AnswerProps {
  question: ImportQuestion;
  answer: string | null;
  onAnswer: (answer: string | null) => void;
}

function Answer({ question, answer, onAnswer }: AnswerProps) {
  const { kind, message } = question;
  switch (kind) {
    case 'type':
      return (
        <AnswerSelect
          label={message}
          answer={answer}
          options={[
            ...formTypes(false).map((type) => [type, typeNames[type]] as const),
            ['skip', 'Leave such rows out'],
          ]}
          onAnswer={onAnswer}
        />
      );
    case 'security':
      return <SecurityAnswer question={question} answer={answer} onAnswer={onAnswer} />;
    case 'field':
      return (
        <input
          aria-label={message}
          placeholder="The same in all rows"
          value={answer ?? ''}
          onChange={({ target }) => onAnswer(target.value || null)}
          className={cn(controlClass, 'h-9 text-sm')}
        />
      );
    default:
      return (
        <AnswerSelect
          label={message}
          answer={answer}
          options={fileChoices[kind].options}
          onAnswer={onAnswer}
        />
      );
  }
}

interface AnswerSelectProps {
  label: string;
  answer: string | null;
  options: readonly (readonly [value: string, name: string])[];
  onAnswer: (answer: string | null) => void;
}

function AnswerSelect({ label, answer, options, onAnswer }: AnswerSelectProps) {
  return (
    <Select
      size="sm"
      aria-label={label}
      value={answer ?? ''}
      onChange={({ target }) => onAnswer(target.value || null)}
    >
      <option value="">Choose</option>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const otherStock = 'other';

/** The listings in question, or a search for another stock. */
function SecurityAnswer({ question, answer, onAnswer }: AnswerProps) {
  const { choices, message, text } = question;
  const [isOther, setIsOther] = useState(choices.length === 0);
  const [typed, setTyped] = useState(answer ?? '');
  return (
    <div className="space-y-2">
      {choices.length > 0 && (
        <AnswerSelect
          label={message}
          answer={isOther ? otherStock : answer}
          options={[...choices.map((symbol) => [symbol, symbol] as const), [otherStock, 'Another stock']]}
          onAnswer={(chosen) => {
            setIsOther(chosen === otherStock);
            onAnswer(chosen === otherStock ? null : chosen);
          }}
        />
      )}
      {isOther && (
        <StockField
          label={`Stock for ${text}`}
          value={typed}
          onChange={setTyped}
          onSettle={(symbol) => onAnswer(symbol.trim().toUpperCase() || null)}
        />
      )}
    </div>
  );
}
