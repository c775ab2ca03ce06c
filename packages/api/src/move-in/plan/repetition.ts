import { formatDay } from '@stockbook/common/days';
import type { PlanFacts } from './facts.ts';
import type { Answers, Question } from './plan.ts';

/** The same files, moved in once more. */
interface Repetition {
  /** Without the earlier moves if the user wants everything a second time. */
  readonly facts: PlanFacts;
  readonly questions: readonly Question[];
}

export function repetitionOf(facts: PlanFacts, answers: Answers): Repetition {
  if (facts.storedOn === null) return { facts, questions: [] };
  const answer = answers.again ?? null;
  const question: Question = {
    key: 'again',
    kind: 'again',
    text: `You moved this file in on ${formatDay(facts.storedOn)}.`,
    choices: [
      { value: 'new', label: 'Add what is new' },
      { value: 'second', label: 'Move in a second time' },
    ],
    default: 'new',
    answer,
  };
  const isSecond = answer === 'second';
  return { facts: isSecond ? { ...facts, moved: [], instruments: {} } : facts, questions: [question] };
}
