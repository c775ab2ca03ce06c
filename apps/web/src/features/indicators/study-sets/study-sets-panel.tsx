import type { SavedStudy, StudySet } from '@stockbook/api/schemas';
import { useState } from 'react';
import type { Study } from '#components/chart/study.ts';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { useCalculatedIndicators } from '../api.ts';
import { useCreateStudySet, useStudySets } from './api.ts';
import { StudySetForm } from './study-set-form.tsx';
import { StudySetRow } from './study-set-row.tsx';

interface StudySetsPanelProps {
  symbol: string;
  /** The studies on the chart. */
  shown: readonly Study[];
  onApply: (set: StudySet) => void;
}

/** Applies, saves, renames and deletes sets of indicators. */
export function StudySetsPanel({ symbol, shown, onApply }: StudySetsPanelProps) {
  const { data, error, isPending, refetch } = useStudySets();
  const { indicators } = useCalculatedIndicators(symbol, shown.length > 0);
  const create = useCreateStudySet();
  /** The id of the set that is renamed. */
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const sets = data?.study_sets ?? [];
  const studies = shown.flatMap(({ id, color }): SavedStudy[] => {
    const indicator = indicators.find((each) => each.id === id);
    if (!indicator) return [];
    const { indicator_function, indicator_name, parameters } = indicator;
    return [{ indicator_function, indicator_name, parameters, color }];
  });

  return (
    <div className="space-y-2 p-1.5">
      <h2 className="text-sm font-semibold">My studies</h2>
      {isPending && <Spinner size="sm" text="Loading sets..." className="py-4" />}
      <QueryError error={error} fallback="Failed to load sets" onRetry={refetch} />
      {data && sets.length === 0 && (
        <p className="text-sm text-muted">
          Save the indicators on the chart as a set, to apply it to any stock.
        </p>
      )}
      {sets.length > 0 && (
        <ul className="-mx-1.5 max-h-64 overflow-y-auto">
          {sets.map((set) => (
            <StudySetRow
              key={set.id}
              set={set}
              studies={studies}
              isRenamed={renamedId === set.id}
              onRename={setRenamedId}
              onApply={onApply}
            />
          ))}
        </ul>
      )}
      <div className="border-t border-line pt-2.5">
        {studies.length === 0 ? (
          <p className="text-xs text-muted">Show indicators on the chart to save them as a set.</p>
        ) : (
          <StudySetForm
            label={`Save ${studies.length === 1 ? 'the indicator' : `the ${studies.length} indicators`} on the chart as`}
            action="Save"
            call={create}
            onSubmit={(name, onSuccess) => create.mutate({ name, studies }, { onSuccess })}
          />
        )}
      </div>
    </div>
  );
}
