import type { Study } from '../../components/chart/study.ts';

/** Names of lines beside their colours. */
export function StudyKey({ studies }: { studies: readonly Study[] }) {
  if (studies.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {studies.map(({ id, name, color }) => (
        <li key={id} className="inline-flex min-w-0 items-center gap-1.5">
          <i aria-hidden="true" className="h-0.5 w-3.5 shrink-0 rounded-full" style={{ background: color }} />
          <span className="min-w-0">{name}</span>
        </li>
      ))}
    </ul>
  );
}
