import { Check } from 'lucide-react';
import { useState } from 'react';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { countTransactions } from '../../import/import-list.tsx';
import { type MoveReport, useCommitMove } from '../api.ts';
import { Warnings } from '../check/facts.tsx';
import { StepFoot } from './step-foot.tsx';

interface CompareStepProps {
  report: MoveReport;
  /** Why the last attempt to store the move has stopped; null if there was none. */
  failure: string | null;
  onBack: () => void;
}

/** The third step: whether shares and cash are the same as in the program. */
export function CompareStep({ report, failure, onBack }: CompareStepProps) {
  const { comparison, program, last_day } = report;
  const [isAccepted, setIsAccepted] = useState(false);
  const commit = useCommitMove(report.id);
  // Only the look-up has shown such a question: the user has not seen it yet.
  const isAnsweredByDefault = comparison.equal && report.questions.some(({ answer }) => answer === null);
  const isReady = comparison.equal || isAccepted;
  const day = last_day === null ? '' : ` on ${formatDate(last_day)}`;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !commit.isPending) {
          commit.mutate({ moveId: report.id, accept_differences: isAccepted });
        }
      }}
    >
      {failure !== null && !commit.error && <ErrorBox message={failure} />}
      {failure !== null && isAnsweredByDefault && (
        <p className="text-sm">Go back to change answers, or move in with the suggested ones.</p>
      )}
      <Card title={`Shares and cash in ${program}, and here`}>
        {comparison.equal ? (
          <div className="flex gap-3 rounded-md bg-up-soft px-3.5 py-3 text-sm">
            <Check aria-hidden="true" className="size-5 shrink-0 text-up" />
            <div className="min-w-0">
              <p className="font-medium text-up">{comparison.message}</p>
              <p>The shares of each security and the cash of each account are the same{day}.</p>
            </div>
          </div>
        ) : (
          <>
            <p className="text-sm font-medium">{comparison.message}:</p>
            <ul aria-label="Differences" className="mt-2 divide-y divide-line border-y border-line">
              {comparison.differences.map(({ account, security, currency, message }) => (
                <li key={`${account} ${security} ${currency}`} className="py-2 text-sm break-words">
                  {message}
                </li>
              ))}
            </ul>
            <p className="mt-2 text-sm text-muted">
              {describeEqual(comparison)} Go back to change answers, or move in with the differences.
            </p>
          </>
        )}
      </Card>
      <Warnings report={report} />
      <p className="text-sm text-muted">{describeContent(report)}</p>
      <StepFoot
        beside={
          !comparison.equal && (
            <Checkbox
              label="Move in anyway"
              checked={isAccepted}
              disabled={commit.isPending}
              onChange={setIsAccepted}
            />
          )
        }
      >
        <QueryError error={commit.error} fallback="Failed to move in" className="w-full" />
        <Button disabled={commit.isPending} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" disabled={commit.isPending || !isReady} needsServer>
          {commit.isPending ? 'Moving in...' : 'Move in'}
        </Button>
      </StepFoot>
    </form>
  );
}

function describeEqual({ holdings, accounts, differences }: MoveReport['comparison']): string {
  const equal = holdings + accounts - differences.length;
  if (equal <= 0) return '';
  return equal === 1 ? '1 other balance is the same.' : `${formatCount(equal)} other balances are the same.`;
}

/** `3 new portfolios, 1,180 transactions, 2 own instruments, 1 list.` */
function describeContent({ planned_portfolios, accounts, securities, lists }: MoveReport): string {
  const count = (number: number, word: string) =>
    number === 0 ? [] : [`${formatCount(number)} ${word}${number === 1 ? '' : 's'}`];
  const lines = accounts.reduce((sum, { counts }) => sum + counts.new, 0);
  return `${[
    ...count(planned_portfolios.filter(({ is_new }) => is_new).length, 'new portfolio'),
    countTransactions(lines),
    ...count(securities.filter(({ status }) => status === 'own').length, 'own instrument'),
    ...count(lists.length, 'list'),
  ].join(', ')}.`;
}
