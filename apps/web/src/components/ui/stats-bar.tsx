export interface Stat {
  readonly label: string;
  readonly value: string | number;
}

/** A strip of figures with labels, as high as the buttons beside it. */
export function StatsBar({ stats }: { stats: readonly Stat[] }) {
  return (
    // A width of its own: figures that arrive later move nothing.
    <dl className="grid h-9 auto-cols-fr grid-flow-col divide-x divide-line rounded-md border border-line bg-surface lg:w-90">
      {stats.map(({ label, value }) => (
        <div key={label} className="flex flex-row-reverse items-center justify-center gap-1.5 px-3">
          <dt className="text-xs whitespace-nowrap text-muted">{label}</dt>
          <dd className="numeric text-sm font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
