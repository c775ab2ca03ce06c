import type { ReactNode } from 'react';
import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import type { MoveReport } from '../api.ts';

interface ReportProps {
  report: MoveReport;
}

/** Sentences about the whole file that should be read. */
export function Warnings({ report: { warnings } }: ReportProps) {
  if (warnings.length === 0) return null;
  return (
    <ul aria-label="Remarks" className="space-y-1.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-3">
          <NoticeIcon name="alert" className="mt-0.5 size-4 shrink-0 text-warn" />
          <span className="min-w-0 break-words">{warning.replace(/\.?$/, '.')}</span>
        </li>
      ))}
    </ul>
  );
}

const readings: Readonly<Record<string, string>> = {
  applied: 'Your file counts the shares after the split; earlier purchases get the shares of their day.',
  by_hand: 'You have entered it by hand: these lines are left out, splits come with the prices.',
  noted: 'Your file has it: this line is left out, splits come with the prices.',
  kept: 'Its ratio is unusual: the number of shares stays as it is.',
  missing: 'Your file does not have it: see the question.',
};

/** The splits while something was held, and how the file counts them. */
export function Splits({ report: { splits, securities } }: ReportProps) {
  if (splits.length === 0) return null;
  const nameOf = (security: string) => securities.find(({ key }) => key === security)?.name ?? '';
  return (
    <Card title="Splits">
      <ul className="divide-y divide-line">
        {splits.map(({ security, date, ratio, reading }) => (
          <Fact key={`${security} ${date}`} name={`${nameOf(security)} · ${ratio} on ${formatDate(date)}`}>
            {readings[reading]}
          </Fact>
        ))}
      </ul>
    </Card>
  );
}

/** The watch lists and groups of tags of the file. */
export function ListsAndTags({ report: { lists, groups } }: ReportProps) {
  if (lists.length === 0 && groups.length === 0) return null;
  return (
    <Card title="Lists and tags">
      <ul className="divide-y divide-line">
        {lists.map(({ name, securities }, index) => (
          // Lists may have equal names.
          <Fact key={`list ${index} ${name}`} name={name}>
            List of {formatCount(securities)} {securities === 1 ? 'security' : 'securities'}
          </Fact>
        ))}
        {groups.map(({ name, tags, has_targets }, index) => (
          <Fact key={`group ${index} ${name}`} name={name}>
            Tags{has_targets && ' with targets'}: {tags.join(', ')}
          </Fact>
        ))}
      </ul>
    </Card>
  );
}

/** The things of the file that have no place here. */
export function LeftOut({ report: { left_out } }: ReportProps) {
  if (left_out.length === 0) return null;
  return (
    <Card title="Left out">
      <ul className="divide-y divide-line">
        {left_out.map(({ what, count, why }) => (
          <Fact key={`${what} ${why}`} name={count === 1 ? what : `${what} (${formatCount(count)})`}>
            {why.replace(/\.?$/, '.')}
          </Fact>
        ))}
      </ul>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="py-2 text-sm first:pt-0 last:pb-0">
      <p className="font-medium break-words">{name}</p>
      <p className="break-words text-muted">{children}</p>
    </li>
  );
}
