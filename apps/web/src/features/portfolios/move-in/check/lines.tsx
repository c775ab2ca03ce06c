import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { useIsNominal } from '../../api/nominal.ts';
import { describeRow } from '../../import/describe-row.ts';
import { RowPages } from '../../import/row-pages.tsx';
import { verdicts } from '../../import/verdicts.ts';
import { type MoveLine, type MoveReport, useMoveLines } from '../api.ts';
import { usedSecurities } from './securities.tsx';

type Verdict = MoveLine['verdict'];

const pageSize = 50;

function countLines({ accounts }: MoveReport, verdict?: Verdict): number {
  return accounts.reduce((sum, { counts }) => {
    const all = counts.new + counts.already_there + counts.skipped + counts.problem;
    return sum + (verdict === undefined ? all : counts[verdict]);
  }, 0);
}

interface LinesProps {
  report: MoveReport;
}

/** The lines of the file with what becomes of each: shown on request, or since there was a problem among them. */
export function Lines({ report }: LinesProps) {
  const problems = countLines(report, 'problem');
  const all = countLines(report);
  const [isShown, setIsShown] = useState(false);
  if (problems > 0 && !isShown) setIsShown(true);
  if (all === 0) return null;
  return (
    <Card title="Lines of the file">
      {isShown ? (
        <ShownLines report={report} hasProblems={problems > 0} />
      ) : (
        <Button onClick={() => setIsShown(true)}>
          Show {all === 1 ? 'the line' : `all ${formatCount(all)} lines`}
        </Button>
      )}
    </Card>
  );
}

interface LineChoice {
  readonly account?: string | undefined;
  readonly security?: string | undefined;
  readonly verdict?: Verdict | undefined;
}

function ShownLines({ report, hasProblems }: LinesProps & { hasProblems: boolean }) {
  const [filter, setFilter] = useState<LineChoice>({});
  const [page, setPage] = useState(0);
  const { data, error, isFetching, isPlaceholderData, refetch } = useMoveLines(report.id, {
    ...filter,
    limit: pageSize,
    offset: page * pageSize,
  });
  const change = (changes: LineChoice) => {
    setFilter({ ...filter, ...changes });
    setPage(0);
  };
  return (
    <div className="space-y-3">
      {hasProblems && (
        <p className="text-sm text-muted">
          Lines with a problem are left out. Compare shows what that changes.
        </p>
      )}
      <section aria-label="Filters of the lines" className="flex flex-wrap gap-2">
        <Choice
          label="Account"
          all="All accounts"
          options={report.accounts
            .filter(({ portfolio }) => portfolio !== null)
            .map(({ key, name }) => [key, name || 'Without a name'])}
          onChange={(account) => change({ account })}
        />
        <Choice
          label="Security"
          all="All securities"
          options={usedSecurities(report)
            .map(({ key, name }) => [key, name || 'Without a name'] as const)
            .toSorted(([, a], [, b]) => a.localeCompare(b))}
          onChange={(security) => change({ security })}
        />
        <Choice
          label="Verdict"
          all="All verdicts"
          options={verdictNames}
          onChange={(chosen) => change({ verdict: verdictNames.find(([each]) => each === chosen)?.[0] })}
        />
      </section>
      <QueryError error={error} fallback="Failed to load the lines" onRetry={refetch} />
      {!data && !error && (
        <div role="status">
          <span className="sr-only">Loading lines...</span>
          <Skeleton className="h-40" />
        </div>
      )}
      {data?.total === 0 && <p className="text-sm text-muted">No lines match.</p>}
      {data && data.total > 0 && (
        <PaleWhileBusy isBusy={isFetching} className="space-y-3">
          <ul aria-label="Lines, problems first" className="divide-y divide-line border-y border-line">
            {data.lines.map((line) => (
              <LineRow key={line.place} line={line} report={report} />
            ))}
          </ul>
          <RowPages
            noun="Lines"
            order="problems first"
            total={data.total}
            page={page}
            pageSize={pageSize}
            isBusy={isPlaceholderData}
            onPage={setPage}
          />
        </PaleWhileBusy>
      )}
    </div>
  );
}

const verdictNames = (['problem', 'new', 'already_there', 'skipped'] as const).map(
  (verdict) => [verdict, verdicts[verdict].label] as const,
);

interface ChoiceProps {
  label: string;
  all: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string | undefined) => void;
}

function Choice({ label, all, options, onChange }: ChoiceProps) {
  return (
    <Select
      size="sm"
      aria-label={label}
      defaultValue=""
      onChange={({ target }) => onChange(target.value || undefined)}
      className="grow basis-36 sm:max-w-52"
    >
      <option value="">{all}</option>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </Select>
  );
}

function LineRow({ line, report }: { line: MoveLine; report: MoveReport }) {
  const { transaction, verdict, message, raw } = line;
  const { label, tone } = verdicts[verdict];
  const security = report.securities.find(({ key }) => key === transaction?.security);
  // A security that becomes an own instrument has a symbol, but does not exist yet.
  const isNominal = useIsNominal((security?.status === 'known' && security.symbol) || '') === true;
  return (
    <li className="flex items-start justify-between gap-3 py-2 text-sm">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {transaction && (
          <p className="numeric">
            {describeRow(
              {
                ...transaction,
                symbol: security?.symbol ?? null,
                name: security?.name ?? null,
                quantity: numberOf(transaction.quantity),
                price: numberOf(transaction.price),
                amount: numberOf(transaction.amount),
                fees: Number(transaction.fees),
                taxes: Number(transaction.taxes),
              },
              isNominal,
            )}
          </p>
        )}
        <p className={cn(transaction && 'text-xs text-muted')}>
          {transaction && 'In the file: '}
          {raw.replace(isoDate, formatDate)}
        </p>
        {message !== null && (
          <p className={verdict === 'problem' ? 'font-medium text-down' : 'text-muted'}>{message}</p>
        )}
      </div>
      <Badge tone={tone}>{label}</Badge>
    </li>
  );
}

const isoDate = /^\d{4}-\d\d-\d\d/;

/** For reading: what is stored are the decimals of the server. */
const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal));
