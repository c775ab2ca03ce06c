import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { cn } from '#lib/cn.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { countTransactions } from '../../import/import-list.tsx';
import type { MoveReport } from '../api.ts';
import { Warnings } from '../check/facts.tsx';
import { useTakeBack } from './use-take-back.ts';

/** The last step: what was stored, and the way to take it back. */
export function DoneStep({ report }: { report: MoveReport }) {
  const { comparison, portfolios, transactions, state } = report;
  const open = useRef<HTMLAnchorElement>(null);
  // The button that has the focus goes.
  const back = useTakeBack(() => open.current?.focus());
  const isBack = state === 'taken_back' || back.message !== null;
  return (
    <div className="space-y-4">
      <Card title={isBack ? 'Taken back' : 'Moved in'}>
        <p
          role="status"
          className={cn(
            'flex gap-3 rounded-md px-3.5 py-3 text-sm font-medium',
            isBack ? 'bg-sunken' : comparison.equal ? 'bg-up-soft text-up' : 'bg-warn-soft text-warn',
          )}
        >
          {!isBack && comparison.equal && <Check aria-hidden="true" className="size-5 shrink-0" />}
          {isBack
            ? (back.message ?? 'This move was taken back. What it had added is gone.')
            : `${formatCount(portfolios)} ${portfolios === 1 ? 'portfolio' : 'portfolios'}, ${countTransactions(transactions)}. ${
                comparison.equal ? 'Everything adds up.' : `${comparison.message}.`
              }`}
        </p>
        {!isBack && (
          <>
            {!comparison.equal && (
              <ul aria-label="Differences" className="mt-3 divide-y divide-line border-y border-line">
                {comparison.differences.map(({ account, security, currency, message }) => (
                  <li key={`${account} ${security} ${currency}`} className="py-2 text-sm break-words">
                    {message}
                  </li>
                ))}
              </ul>
            )}
            <p className="mt-3 text-sm text-muted">
              Returns can differ a little: prices come from another source, and deliveries count at market
              value.
            </p>
          </>
        )}
      </Card>
      {!isBack && <Warnings report={report} />}
      <QueryError error={back.error} fallback="Failed to take the move back" />
      <div className="flex flex-wrap justify-end gap-2">
        {!isBack && (
          <Button
            className="mr-auto"
            disabled={back.isBusy}
            onClick={() => void back.ask(report)}
            needsServer
          >
            {back.isBusy ? 'Taking back...' : 'Take it back'}
          </Button>
        )}
        <Link to="/portfolios/move-in/{-$moveId}" params={{ moveId: undefined }} className={buttonClass()}>
          Move another file in
        </Link>
        <Link ref={open} to="/portfolios" className={buttonClass('primary')}>
          Open portfolios
        </Link>
      </div>
    </div>
  );
}
