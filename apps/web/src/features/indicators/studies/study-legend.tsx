import type { HoveredBar } from '#components/chart/chart-value.ts';
import type { Study } from '#components/chart/study.ts';
import { StudyKey } from './study-key.tsx';

/** The names, colours and values of studies. */
export function StudyLegend({ studies, hover }: { studies: readonly Study[]; hover: HoveredBar }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 text-xs">
      {studies.map((study) => (
        <StudyKey key={study.id} study={study} hover={hover} />
      ))}
    </ul>
  );
}
