import type { SavedStudy, StudySet } from '@stockbook/api/schemas';
import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { Button } from '#components/ui/button.tsx';
import { ActionMenu } from '#components/ui/overlay/action-menu.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { useDeleteStudySet, useUpdateStudySet } from './api.ts';
import { StudySetForm } from './study-set-form.tsx';

interface StudySetRowProps {
  set: StudySet;
  /** The indicators on the chart. */
  studies: readonly SavedStudy[];
  isRenamed: boolean;
  onRename: (id: string | null) => void;
  onApply: (set: StudySet) => void;
}

function describe({ indicator_function: name, parameters }: SavedStudy): string {
  return [name, ...Object.values(parameters)].join(' ');
}

/** A set: a press applies it, its menu changes it. */
export function StudySetRow({ set, studies, isRenamed, onRename, onApply }: StudySetRowProps) {
  const { alert, confirm } = useAlerts();
  const onError = (error: unknown) => alert(...describeFailure(error, 'Failed to change set'));
  const rename = useUpdateStudySet();
  // The question closes the panel, and this row with it.
  const replace = useUpdateStudySet(onError);
  const remove = useDeleteStudySet(onError);

  async function confirmAndDelete() {
    if (!(await confirm(`Delete the set "${set.name}"?`, 'Delete'))) return;
    remove.mutate({ studySetId: set.id });
  }
  async function confirmAndReplace() {
    if (!(await confirm(`Replace the indicators of "${set.name}" with those on the chart?`, 'Replace')))
      return;
    replace.mutate({ studySetId: set.id, studies: [...studies] });
  }

  if (isRenamed) {
    return (
      <li className="p-1.5">
        <StudySetForm
          label={`New name of ${set.name}`}
          action="Rename"
          name={set.name}
          call={rename}
          isFocused
          onSubmit={(name) =>
            rename.mutate({ studySetId: set.id, name }, { onSuccess: () => onRename(null) })
          }
        >
          <Button size="sm" onClick={() => onRename(null)}>
            Cancel
          </Button>
        </StudySetForm>
      </li>
    );
  }
  return (
    <li className="flex items-center">
      <button
        type="button"
        onClick={() => onApply(set)}
        className="min-w-0 grow rounded-md px-1.5 py-1 text-left hover:bg-sunken"
      >
        <span className="block truncate text-sm font-medium">{set.name}</span>
        <span className="numeric block truncate text-xs text-muted">
          {set.studies.map(describe).join(' · ')}
        </span>
      </button>
      <ActionMenu
        label={`Menu of ${set.name}`}
        actions={[
          ...(studies.length > 0
            ? [
                {
                  label: 'Replace with those on the chart',
                  icon: <RefreshCw aria-hidden="true" />,
                  onSelect: confirmAndReplace,
                },
              ]
            : []),
          { label: 'Rename', icon: <Pencil aria-hidden="true" />, onSelect: () => onRename(set.id) },
          { label: 'Delete', icon: <Trash2 aria-hidden="true" />, onSelect: confirmAndDelete },
        ]}
      />
    </li>
  );
}
