export interface Stat {
  readonly label: string;
  readonly value: string | number;
}

/** A row of figures with labels. */
export function StatsBar({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid auto-cols-fr grid-flow-col divide-x divide-line rounded-lg border border-line bg-surface shadow-card">
      {stats.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end px-4 py-3 sm:px-5">
          <dt className="text-xs text-muted sm:text-sm">{label}</dt>
          <dd className="numeric text-xl font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
