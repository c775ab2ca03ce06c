import { formatPercent } from '#lib/format/numbers.ts';

/** A change in percent: green from zero, red below. */
export function ChangePercent({ percent }: { percent: number | null }) {
  const text = formatPercent(percent);
  const color = percent === null ? 'text-muted' : text.startsWith('−') ? 'text-down' : 'text-up';
  return <span className={`numeric ${color}`}>{text}</span>;
}
