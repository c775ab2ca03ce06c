import { type FormEvent, useState } from 'react';
import { StockField } from '#components/stock-field.tsx';
import { Button } from '#components/ui/button.tsx';
import type { MoveQuestion } from '../api.ts';
import type { Answers } from './use-answers.ts';

interface SecurityChoiceProps {
  /** Begins with `security:`. */
  answerKey: string;
  name: string;
  /** The stock that is taken unless another one is chosen. */
  suggested?: MoveQuestion['choices'][number] | undefined;
  answers: Answers;
  /** Called when the server has taken the choice. */
  onChosen?: () => void;
}

/** The choice for a security of the file: a stock that is searched, an own instrument, or nothing. */
export function SecurityChoice({ answerKey, name, suggested, answers, onChosen }: SecurityChoiceProps) {
  const [typed, setTyped] = useState('');
  const { send, isBusy, errorOf } = answers;

  async function choose(value: string) {
    if (value !== '' && (await send(answerKey, value))) onChosen?.();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void choose(typed.trim().toUpperCase());
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-2">
      <div className="flex items-end gap-2">
        <StockField
          label={`Stock for ${name}`}
          value={typed}
          error={errorOf(answerKey)}
          onChange={setTyped}
          onPick={(symbol) => void choose(symbol)}
          className="min-w-0 grow"
        />
        <Button type="submit" className="h-10" disabled={isBusy || typed.trim() === ''}>
          Use
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        {suggested && (
          <Button size="sm" disabled={isBusy} onClick={() => void choose(suggested.value)}>
            {suggested.label}
          </Button>
        )}
        <Button size="sm" disabled={isBusy} onClick={() => void choose('own')}>
          Make it an own instrument
        </Button>
        <Button size="sm" disabled={isBusy} onClick={() => void choose('skip')}>
          Leave it out
        </Button>
      </div>
      <p className="text-sm text-muted">An own instrument keeps the prices of your file.</p>
    </form>
  );
}
