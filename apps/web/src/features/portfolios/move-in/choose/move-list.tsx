import { Link } from '@tanstack/react-router';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Badge, type BadgeTone } from '#components/ui/badge.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { formatMoment } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { countTransactions } from '../../import/import-list.tsx';
import { type Move, useMoves } from '../api.ts';
import { moveName, useTakeBack } from '../page/use-take-back.ts';

const states: Readonly<Record<Move['state'], { readonly label: string; readonly tone: BadgeTone }>> = {
  reading: { label: 'Reading', tone: 'accent' },
  ready: { label: 'Not moved in yet', tone: 'warn' },
  answers_needed: { label: 'Not moved in yet', tone: 'warn' },
  storing: { label: 'Moving in', tone: 'accent' },
  stored: { label: 'Moved in', tone: 'good' },
  taken_back: { label: 'Taken back', tone: 'neutral' },
  failed: { label: 'Not read', tone: 'bad' },
};

/** The moves of the user: those that can go on, and those that can be taken back. */
export function MoveList() {
  const { data, error, refetch } = useMoves();
  const back = useTakeBack();
  return (
    <section aria-label="Earlier moves" className="space-y-2 empty:hidden">
      <QueryError error={error} fallback="Failed to load the earlier moves" onRetry={refetch} />
      <QueryError error={back.error} fallback="Failed to take the move back" />
      {back.message !== null && (
        <p role="status" className="rounded-md bg-up-soft px-3.5 py-2.5 text-sm font-medium text-up">
          {back.message}
        </p>
      )}
      {data && data.moves.length > 0 && (
        <>
          <h2 className="text-base font-semibold">Earlier moves</h2>
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {data.moves.map((move) => (
              <MoveRow
                key={move.id}
                move={move}
                isBusy={back.isBusy}
                onTakeBack={() => void back.ask(move)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface MoveRowProps {
  move: Move;
  isBusy: boolean;
  onTakeBack: () => void;
}

function MoveRow({ move, isBusy, onTakeBack }: MoveRowProps) {
  const { id, state, program, portfolios, transactions, problem, created_at } = move;
  const name = moveName(move);
  const { label, tone } = states[state];
  const isStored = state === 'stored';
  const facts = [
    program,
    isStored &&
      `${formatCount(portfolios)} ${portfolios === 1 ? 'portfolio' : 'portfolios'}, ${countTransactions(transactions)}`,
    formatMoment(created_at),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-3 text-sm">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium break-words">{name}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="numeric text-muted">{facts.filter(Boolean).join(' · ')}</p>
        {problem !== null && <p className="text-muted">{problem}</p>}
      </div>
      <div className="flex gap-2">
        {state !== 'taken_back' && state !== 'failed' && (
          <Link
            to="/portfolios/move-in/{-$moveId}"
            params={{ moveId: id }}
            className={buttonClass('secondary', 'sm')}
          >
            {isStored ? 'Show' : 'Go on'} <span className="sr-only">{name}</span>
          </Link>
        )}
        {state !== 'taken_back' && state !== 'storing' && (
          <Button size="sm" disabled={isBusy} onClick={onTakeBack} needsServer>
            {isStored ? 'Take it back' : 'Discard'} <span className="sr-only">{name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
