import { X } from 'lucide-react';
import type { Study } from '../../components/chart/study.ts';

interface StudyLegendProps {
  studies: readonly Study[];
  /** Hides a study; without it, the legend has no buttons. */
  onHide?: (id: string) => void;
}

/** The names and colours of studies, with buttons that hide them. */
export function StudyLegend({ studies, onHide }: StudyLegendProps) {
  if (studies.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {studies.map(({ id, name, color }) => (
        <li key={id} className="inline-flex min-w-0 items-center gap-1.5">
          <i aria-hidden="true" className="h-0.5 w-3.5 shrink-0 rounded-full" style={{ background: color }} />
          <span className="min-w-0">{name}</span>
          {onHide && (
            <button
              type="button"
              title={`Hide ${name}`}
              aria-label={`Hide ${name}`}
              onClick={() => onHide(id)}
              className="-ml-1 grid size-6 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
