import { Trash2 } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { formatQuantity } from '#lib/format/numbers.ts';
import { type ActionsContent, repeatNames } from './action-values.ts';

interface Row {
  readonly date: string;
  /** Names the row in its button, too. */
  readonly title: string;
  readonly text: string;
  /** The content without it. */
  readonly rest: ActionsContent;
}

function repeatName(months: number): string {
  const known = Object.entries(repeatNames).find(([value]) => value === String(months));
  return known ? known[1].toLowerCase() : `every ${months} months`;
}

function rowsOf(content: ActionsContent, format: (price: number) => string): Row[] {
  const { dividends, repeats, splits } = content;
  const without = <Item,>(items: readonly Item[], item: Item) => items.filter((each) => each !== item);
  return [
    ...dividends.map((dividend) => ({
      date: dividend.ex_date,
      title: 'Dividend',
      text: format(dividend.amount),
      rest: { ...content, dividends: without(dividends, dividend) },
    })),
    ...repeats.map((repeat) => ({
      date: repeat.ex_date,
      title: 'Dividends',
      text: `${format(repeat.amount)} ${repeatName(repeat.months)} until ${formatDate(repeat.until)}`,
      rest: { ...content, repeats: without(repeats, repeat) },
    })),
    ...splits.map((split) => ({
      date: split.ex_date,
      title: 'Split',
      text: `${formatQuantity(split.numerator)} for ${formatQuantity(split.denominator)}`,
      rest: { ...content, splits: without(splits, split) },
    })),
  ].sort((a, b) => (a.date < b.date ? 1 : -1));
}

interface ActionListProps {
  content: ActionsContent;
  /** Formats an amount as the page does. */
  format: (price: number) => string;
  isBusy: boolean;
  onRemove: (rest: ActionsContent, message: string) => void;
}

/** The dividends and splits of an instrument, the newest first. */
export function ActionList({ content, format, isBusy, onRemove }: ActionListProps) {
  const rows = rowsOf(content, format);
  if (rows.length === 0) return <p className="text-sm text-muted">No dividends and no splits yet.</p>;
  return (
    <ul aria-label="Dividends and splits" className="max-h-[35dvh] divide-y divide-line overflow-y-auto">
      {rows.map(({ date, title, text, rest }) => (
        <li key={`${title} ${date}`} className="flex items-center gap-3 py-1 text-sm">
          <span className="numeric w-28 shrink-0 text-muted">{formatDate(date)}</span>
          <span className="min-w-0 grow">
            {title}: <span className="numeric font-medium">{text}</span>
          </span>
          <IconButton
            label={`Delete ${title.toLowerCase()} of ${formatDate(date)}`}
            needsServer
            disabled={isBusy}
            onClick={() => onRemove(rest, `${title} of ${formatDate(date)} deleted.`)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
