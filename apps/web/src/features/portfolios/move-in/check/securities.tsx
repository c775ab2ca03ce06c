import { useRef, useState } from 'react';
import { Badge, type BadgeTone, OwnBadge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatCount } from '#lib/format/numbers.ts';
import { RowPages } from '../../import/row-pages.tsx';
import type { MoveReport, MoveSecurity } from '../api.ts';
import { SecurityChoice } from './security-choice.tsx';
import type { Answers } from './use-answers.ts';

const pageSize = 25;

/** The fates of securities, in the order in which they need a look. Unused ones are among what is left out. */
const statuses: Readonly<Record<string, { readonly label: string; readonly tone: BadgeTone } | null>> = {
  ask: { label: 'Needs an answer', tone: 'warn' },
  skip: { label: 'Left out', tone: 'neutral' },
  new: { label: 'Will be looked up', tone: 'neutral' },
  own: null,
  known: null,
};

const order = Object.keys(statuses);

/** The securities that have a place in the move. */
export function usedSecurities({ securities }: Pick<MoveReport, 'securities'>): MoveSecurity[] {
  return securities
    .filter(({ status }) => order.includes(status))
    .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

interface SecuritiesProps {
  report: MoveReport;
  answers: Answers;
}

/** The securities of the file with what becomes of each. */
export function Securities({ report, answers }: SecuritiesProps) {
  const [page, setPage] = useState(0);
  const used = usedSecurities(report);
  if (used.length === 0) return null;
  // An answer may leave fewer of them.
  const shown = Math.min(page, Math.ceil(used.length / pageSize) - 1);
  return (
    <Card title={`Securities (${formatCount(used.length)})`}>
      <ul aria-label="Securities" className="divide-y divide-line">
        {used.slice(shown * pageSize, (shown + 1) * pageSize).map((security) => (
          <SecurityLine key={security.key} security={security} answers={answers} />
        ))}
      </ul>
      <div className="mt-3 empty:hidden">
        <RowPages noun="Securities" total={used.length} page={shown} pageSize={pageSize} onPage={setPage} />
      </div>
    </Card>
  );
}

interface SecurityLineProps {
  security: MoveSecurity;
  answers: Answers;
}

function SecurityLine({ security, answers }: SecurityLineProps) {
  const { key, name, isin, status, symbol, lines, message } = security;
  const [isChanging, setIsChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const badge = statuses[status];
  const facts = [isin, `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`].filter(Boolean);
  // The badge says it already.
  const remark = message === badge?.label ? null : message;

  return (
    <li className="space-y-3 py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium break-words">{name || 'Without a name'}</span>
            {symbol !== null && (
              <span className="text-muted">
                <span aria-hidden="true">→</span>
                <span className="sr-only">becomes</span>{' '}
                <span className="font-medium text-ink">{symbol}</span>
              </span>
            )}
            {symbol !== null && <OwnBadge symbol={symbol} />}
            {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
          </p>
          <p className="numeric text-muted">{facts.join(' · ')}</p>
          {status === 'own' && <p className="text-muted">Keeps the prices of your file.</p>}
          {remark !== null && <p className="text-muted">{remark}</p>}
        </div>
        {status !== 'ask' && (
          <Button
            ref={button}
            size="sm"
            aria-expanded={isChanging}
            onClick={() => setIsChanging(!isChanging)}
          >
            Change <span className="sr-only">{name}</span>
          </Button>
        )}
      </div>
      {isChanging && status !== 'ask' && (
        <SecurityChoice
          answerKey={`security:${key}`}
          name={name}
          answers={answers}
          onChosen={() => {
            setIsChanging(false);
            button.current?.focus();
          }}
        />
      )}
    </li>
  );
}
