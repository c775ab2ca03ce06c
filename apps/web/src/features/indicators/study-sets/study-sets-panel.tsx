import type { SavedStudy, StudySet } from '@stockbook/api/schemas';
import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Study } from '#components/chart/study.ts';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { ActionMenu } from '#components/ui/overlay/action-menu.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { useCatalogue } from '#lib/api/trpc.ts';
import { useCalculatedIndicators } from '../api.ts';
import { parameterName } from '../studies/studies.ts';
import { useCreateStudySet, useDeleteStudySet, useStudySets, useUpdateStudySet } from './api.ts';

interface StudySetFormProps {
  label: string;
  action: string;
  name?: string;
  call: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };
  onSubmit: (name: string, onSuccess: () => void) => void;
  isFocused?: boolean;
  children?: ReactNode;
}

function StudySetForm(props: StudySetFormProps) {
  const { call, name: before = '' } = props;
  const [name, setName] = useState(before);
  const field = useRef<HTMLInputElement>(null);
  const { isFocused = false } = props;
  useEffect(() => {
    if (isFocused) field.current?.select();
  }, [isFocused]);
  const [isMissing, setIsMissing] = useState(false);
  const failure = call.error
    ? describeFailure(call.error, 'Failed to save set').filter(Boolean).join(' ')
    : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() === '' || call.isPending) return;
    props.onSubmit(name.trim(), () => setName(before));
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-2">
      <TextField
        ref={field}
        label={props.label}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={isMissing ? 'Please enter a name' : failure}
        onChange={(event) => {
          setName(event.target.value);
          setIsMissing(false);
          call.reset();
        }}
      />
      <div className="flex justify-end gap-2">
        {props.children}
        <Button type="submit" size="sm" variant="primary" aria-disabled={call.isPending}>
          {call.isPending ? 'Saving...' : props.action}
        </Button>
      </div>
    </form>
  );
}

interface StudySetRowProps {
  set: StudySet;
  studies: readonly SavedStudy[];
  isRenamed: boolean;
  onRename: (id: string | null) => void;
  onApply: (set: StudySet) => void;
}

/** A set: a press applies it, its menu changes it. */
function StudySetRow({ set, studies, isRenamed, onRename, onApply }: StudySetRowProps) {
  const { alert, confirm } = useAlerts();
  const onError = (error: unknown) => alert(...describeFailure(error, 'Failed to change set'));
  const rename = useUpdateStudySet();
  // The question closes the panel, and this row with it.
  const replace = useUpdateStudySet(onError);
  const remove = useDeleteStudySet(onError);
  const { data: catalogue } = useCatalogue();
  const definitionOf = ({ indicator_function: name }: SavedStudy) =>
    catalogue?.indicators.find((definition) => definition.function === name);

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
        <span className="block truncate text-xs text-muted">
          {set.studies.map((study) => parameterName(study, definitionOf(study))).join(' · ')}
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

interface StudySetsPanelProps {
  symbol: string;
  shown: readonly Study[];
  onApply: (set: StudySet) => void;
}

/** Applies, saves, renames and deletes sets of indicators. */
export function StudySetsPanel({ symbol, shown, onApply }: StudySetsPanelProps) {
  const { data, error, isPending, refetch } = useStudySets();
  const { indicators } = useCalculatedIndicators(symbol, shown.length > 0);
  const create = useCreateStudySet();
  const { alert } = useAlerts();
  const remove = useDeleteStudySet((error) => alert(...describeFailure(error, 'Failed to change set')));
  const showToast = useUndoToast();
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const sets = data?.study_sets ?? [];
  const studies = shown.flatMap(({ id, color }): SavedStudy[] => {
    const indicator = indicators.find((each) => each.id === id);
    if (!indicator) return [];
    const { indicator_function, indicator_name, parameters } = indicator;
    return [{ indicator_function, indicator_name, parameters, color }];
  });

  return (
    <div className="space-y-2">
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
            onSubmit={(name, onSuccess) =>
              create.mutate(
                { name, studies },
                {
                  onSuccess: ({ id }) => {
                    onSuccess();
                    showToast({ message: 'Set saved.', onUndo: () => remove.mutate({ studySetId: id }) });
                  },
                },
              )
            }
          />
        )}
      </div>
    </div>
  );
}
