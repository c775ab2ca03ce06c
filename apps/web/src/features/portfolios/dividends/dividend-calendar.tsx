import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { cn } from '#lib/cn.ts';
import { formatMoney } from '../format.ts';
import type { DividendMonth } from './api.ts';

/** Years beside each other: more bars of a month could not be distinguished on a phone. */
const maxYears = 3;

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2000, month)),
);

/** From the oldest year to the newest one; a month has its kinds of money apart. */
const yearTones = ['bg-accent/35', 'bg-accent/65', 'bg-accent'] as const;

const kinds = ['received', 'suggested', 'forecast'] as const;
type Kind = (typeof kinds)[number];

const kindNames: Readonly<Record<Kind, string>> = {
  received: 'Received',
  suggested: 'May be missing',
  forecast: 'Estimate',
};

const hatch =
  'repeating-linear-gradient(135deg, var(--accent) 0 2px, color-mix(in srgb, var(--accent) 15%, transparent) 2px 6px)';

const totalOf = ({ received, suggested, forecast }: DividendMonth) =>
  Math.max(0, received) + suggested + forecast;

interface DividendCalendarProps {
  /** Oldest first, only those with money. */
  months: readonly DividendMonth[];
  currency: string;
}

/** The dividends of each month as bars, the last years side by side, and all years as a table. */
export function DividendCalendar({ months, currency }: DividendCalendarProps) {
  const byMonth = new Map(months.map((month) => [month.month, month]));
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  const shown = years.slice(-maxYears);
  const highest = Math.max(
    0,
    ...months.filter(({ month }) => shown.includes(month.slice(0, 4))).map(totalOf),
  );
  return (
    <figure aria-label={`Dividends by month, ${shown.join(', ')}`}>
      <div aria-hidden="true" className="flex h-48 items-stretch gap-1 border-b border-line sm:gap-3">
        {monthNames.map((name, index) => (
          <div key={name} className="flex min-w-0 grow basis-0 items-end justify-center gap-px sm:gap-0.5">
            {shown.map((year, place) => (
              <Bar
                key={year}
                month={byMonth.get(keyOf(year, index))}
                highest={highest}
                tone={toneAt(place, shown.length)}
              />
            ))}
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex gap-1 text-center text-xs text-muted sm:gap-3">
        {monthNames.map((name) => (
          <span key={name} className="min-w-0 grow basis-0">
            <span className="sm:hidden">{name.slice(0, 1)}</span>
            <span className="max-sm:hidden">{name}</span>
          </span>
        ))}
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {shown.map((year, place) => (
          <Key key={year} className={toneAt(place, shown.length)}>
            {year}
          </Key>
        ))}
        {kinds.slice(1).map((kind) => (
          <Key
            key={kind}
            className={kind === 'suggested' ? 'border border-accent' : ''}
            isHatched={kind === 'forecast'}
          >
            {kindNames[kind]}
          </Key>
        ))}
      </figcaption>
      <CalendarTable years={years} byMonth={byMonth} currency={currency} />
    </figure>
  );
}

const keyOf = (year: string, month: number) => `${year}-${String(month + 1).padStart(2, '0')}`;

const toneAt = (place: number, count: number) => yearTones[yearTones.length - count + place] ?? yearTones[2];

interface BarProps {
  month: DividendMonth | undefined;
  highest: number;
  tone: string;
}

function Bar({ month, highest, tone }: BarProps) {
  const heightOf = (kind: Kind) => `${(100 * Math.max(0, month?.[kind] ?? 0)) / highest}%`;
  return (
    <span className="flex h-full min-w-0 max-w-6 grow flex-col justify-end">
      {month && (
        <>
          <span
            className="w-full rounded-t-sm"
            style={{ height: heightOf('forecast'), backgroundImage: hatch }}
          />
          {month.suggested > 0 && (
            <span className="w-full border border-accent" style={{ height: heightOf('suggested') }} />
          )}
          <span className={cn('w-full', tone)} style={{ height: heightOf('received') }} />
        </>
      )}
    </span>
  );
}

interface KeyProps {
  className?: string;
  isHatched?: boolean;
  children: string;
}

function Key({ className, isHatched = false, children }: KeyProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        aria-hidden="true"
        className={cn('size-3 rounded-sm', className)}
        style={isHatched ? { backgroundImage: hatch } : undefined}
      />
      {children}
    </span>
  );
}

interface CalendarTableProps {
  years: readonly string[];
  byMonth: ReadonlyMap<string, DividendMonth>;
  currency: string;
}

function CalendarTable({ years, byMonth, currency }: CalendarTableProps) {
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer items-center font-medium text-accent pointer-coarse:min-h-11">
        Table of all years
      </summary>
      <ScrollRegion label="Table of dividends by month">
        <table className="numeric w-full text-right">
          <caption className="sr-only">Dividends by month and year, after taxes where received</caption>
          <thead className="bg-sunken text-xs text-muted">
            <tr>
              <th scope="col" className="h-9 px-3 text-left font-medium">
                Month
              </th>
              {years.map((year) => (
                <th key={year} scope="col" className="px-3 font-medium">
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {monthNames.map((name, index) => (
              <tr key={name}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {name}
                </th>
                {years.map((year) => (
                  <td key={year} className="px-3 py-1.5 align-top whitespace-nowrap">
                    <MonthCell month={byMonth.get(keyOf(year, index))} currency={currency} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

function MonthCell({ month, currency }: { month: DividendMonth | undefined; currency: string }) {
  if (!month) return null;
  return kinds.map((kind) =>
    month[kind] === 0 ? null : (
      <span key={kind} className={cn('block', kind !== 'received' && 'text-muted')}>
        {formatMoney(month[kind], currency)}
        {kind !== 'received' && ` ${kindNames[kind].toLowerCase()}`}
      </span>
    ),
  );
}
