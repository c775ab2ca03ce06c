import type { NeutralBook, NeutralLine } from '../form.ts';
import type { PlanFacts } from './facts.ts';
import type { Answers, Question } from './plan.ts';

/** Lines after the day on which the file was written: drafts, or entered since in another time zone. */
export interface DraftPlan {
  readonly keys: ReadonlySet<string>;
  readonly isSkipped: boolean;
  readonly questions: readonly Question[];
}

export function draftsOf(
  lines: readonly NeutralLine[],
  { writtenOn }: Pick<NeutralBook, 'writtenOn'>,
  { lastDay }: Pick<PlanFacts, 'lastDay'>,
  answers: Answers,
): DraftPlan {
  const drafts = lines.filter(
    ({ date, skipped, problem }) =>
      writtenOn !== null && date > writtenOn && date <= lastDay && skipped === null && problem === null,
  );
  const keys = new Set(drafts.map(({ key }) => key));
  const answer = answers.drafts ?? null;
  if (keys.size === 0) return { keys, isSkipped: false, questions: [] };
  const count =
    keys.size === 1 ? '1 transaction lies' : `${keys.size.toLocaleString('en-US')} transactions lie`;
  const question: Question = {
    key: 'drafts',
    kind: 'drafts',
    text: `${count} after the day of the export. Take them?`,
    choices: [
      { value: 'take', label: 'Take them' },
      { value: 'skip', label: 'Leave them out' },
    ],
    default: 'take',
    answer,
  };
  return { keys, isSkipped: answer === 'skip', questions: [question] };
}
