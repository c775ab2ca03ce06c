import type { Catalogue } from '@stockbook/rules/language';
import type { BacktestSettings } from '@stockbook/rules/settings';
import { useBlocker } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import {
  type FormEvent,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { useAttempts } from '#hooks/use-attempts.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { problemsOf, useUpdateStrategy } from '../api/mutations.ts';
import type { BacktestRun } from '../api/runs.ts';
import type { StrategyDetail } from '../api/types.ts';
import { RulesSummary } from '../rules-summary.tsx';
import type { RunnableRules } from '../runnable-rules.ts';
import { isSameRules } from './canonical-rules.ts';
import { readSettings, settingsDraft } from './run-settings.ts';
import { SettingsFields } from './settings-fields.tsx';
import { StrategyFields } from './strategy-fields.tsx';
import { useStrategyDraft } from './use-strategy-draft.ts';

interface StrategyEditorProps {
  strategy: StrategyDetail;
  rules: RunnableRules;
  /** The settings of the last backtest, to begin with. */
  settings: BacktestSettings;
  /** Whether there is a backtest: a narrow screen then folds the fields, so that its result is in view. */
  hasResult: boolean;
  catalogue: Catalogue;
  run: BacktestRun;
  ref: Ref<StrategyEditorHandle>;
}

export interface StrategyEditorHandle {
  /** Runs a backtest with these settings, which the fields then show. Changes are saved before. */
  run: (settings: BacktestSettings) => void;
}

/** The name and the rules of a strategy as they are edited, and what saves them. */
function useStrategyEdits({ strategy, rules, catalogue }: StrategyEditorProps) {
  const draft = useStrategyDraft(rules, catalogue);
  const [name, setName] = useState(strategy.name);
  /** The rules that the draft began with, or was saved as. */
  const [base, setBase] = useState({ name: strategy.name, rules });
  const update = useUpdateStrategy();
  const { alert, confirm } = useAlerts();
  const showToast = useUndoToast();

  const isDraftOf = (saved: typeof base) =>
    name.trim() === saved.name && isSameRules(draft.rules, saved.rules, catalogue);
  const isDirty = !isDraftOf({ name: strategy.name, rules });

  // Another tab has saved. A draft without changes follows: otherwise, a run would save the old rules again.
  if (base.name !== strategy.name || !isSameRules(base.rules, rules, catalogue)) {
    if (isDraftOf(base)) {
      setName(strategy.name);
      draft.replace(rules);
    }
    setBase({ name: strategy.name, rules });
  }

  useBlocker({
    disabled: !isDirty,
    // The end of the session does not wait for an answer.
    shouldBlockFn: async ({ current, next }) =>
      next.pathname !== current.pathname &&
      next.pathname !== '/login' &&
      !(await confirm('Leave without saving your changes?', 'Leave')),
  });

  return {
    draft,
    name,
    setName,
    isDirty,
    isValid: draft.isValid && name.trim() !== '',
    isSaving: update.isPending,
    error: update.error,
    /** Saves what has changed, and calls `onSaved` once everything is saved. */
    save(onSaved: (() => void) | undefined, onError: () => void) {
      if (!isDirty) {
        onSaved?.();
        return;
      }
      const before = { strategyId: strategy.id, name: strategy.name, rules: strategy.rules };
      const undo = () =>
        update.mutate(before, {
          onError: (error) => alert(...describeFailure(error, 'Failed to save strategy')),
        });
      update.mutate(
        { strategyId: strategy.id, name: name.trim(), rules: { ...strategy.rules, ...draft.rules } },
        {
          onSuccess: () => {
            if (onSaved) onSaved();
            else showToast({ message: 'Strategy saved.', onUndo: undo });
          },
          onError,
        },
      );
    },
  };
}

/** A form whose fields a narrow screen folds. A check shows the errors, and the fields if there are any. */
function useFoldedForm(form: RefObject<HTMLFormElement | null>, isFoldedFirst: boolean) {
  const [isFolded, setIsFolded] = useState(isFoldedFirst);
  const [isChecked, noteTry] = useAttempts(form);
  function check(isValid: boolean) {
    noteTry();
    if (!isValid) setIsFolded(false);
  }
  return { isFolded, setIsFolded, isChecked, check };
}

/** Edits a strategy and its costs, and runs backtests of it. Changes are saved before a run. */
export function StrategyEditor(props: StrategyEditorProps) {
  const { strategy, catalogue, run } = props;
  const edits = useStrategyEdits(props);
  const [costs, setCosts] = useState(() => settingsDraft(props.settings));
  const form = useRef<HTMLFormElement>(null);
  const { isFolded, setIsFolded, isChecked, check } = useFoldedForm(form, props.hasResult);
  const foldButton = useRef<HTMLButtonElement>(null);
  const fieldsId = useId();
  const problems = problemsOf(edits.error);
  const foldedClass = isFolded ? 'max-lg:hidden' : '';

  function save(next?: () => void) {
    check(edits.isValid);
    if (!run.isBusy && !edits.isSaving && edits.isValid) edits.save(next, () => setIsFolded(false));
  }

  function start(settings: BacktestSettings) {
    run.start({ strategyId: strategy.id, settings });
    setIsFolded(true);
    // Only narrow screens show the button. The page becomes shorter, and the result is below the form.
    if (foldButton.current?.offsetParent) form.current?.scrollIntoView();
  }

  useImperativeHandle(props.ref, () => ({
    run: (next) => {
      setCosts(settingsDraft(next));
      save(() => start(next));
    },
  }));

  function submit(event: FormEvent) {
    event.preventDefault();
    const { settings } = readSettings(costs);
    if (settings) save(() => start(settings));
    else check(false);
  }

  return (
    <form
      ref={form}
      aria-label="Rules and costs"
      onSubmit={submit}
      noValidate
      className="space-y-6 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5 print:hidden"
    >
      <div className="lg:hidden">
        <FoldButton ref={foldButton} isFolded={isFolded} onFold={setIsFolded} controls={fieldsId} />
        {isFolded && <RulesSummary rules={edits.draft.rules} catalogue={catalogue} />}
      </div>
      <TextField
        label="Name"
        className={foldedClass}
        maxLength={100}
        value={edits.name}
        error={isChecked && edits.name.trim() === '' ? 'Name is required' : problems.messageOf('name')}
        onChange={(event) => edits.setName(event.target.value)}
      />
      <RunState
        run={run}
        edits={edits}
        isLive={strategy.is_active}
        isFolded={isFolded}
        onSave={() => save()}
      />
      <div id={fieldsId} className={cn('space-y-6', foldedClass)}>
        <StrategyFields draft={edits.draft} catalogue={catalogue} isChecked={isChecked} problems={problems} />
        <SettingsFields draft={costs} onChange={setCosts} />
      </div>
    </form>
  );
}

interface FoldButtonProps {
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  controls: string;
  ref: Ref<HTMLButtonElement>;
}

function FoldButton({ isFolded, onFold, controls, ref }: FoldButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-expanded={!isFolded}
      aria-controls={controls}
      onClick={() => onFold(!isFolded)}
      className="flex min-h-11 w-full items-center justify-between text-base font-semibold"
    >
      Rules and costs
      <ChevronDown aria-hidden="true" className={cn('size-5 text-muted', !isFolded && 'rotate-180')} />
    </button>
  );
}

interface RunStateProps {
  run: BacktestRun;
  edits: ReturnType<typeof useStrategyEdits>;
  isLive: boolean;
  isFolded: boolean;
  onSave: () => void;
}

/** The buttons that save and run, with the progress and the failure of the last run. */
function RunState({ run, edits, isLive, isFolded, onSave }: RunStateProps) {
  const isBusy = run.isBusy || edits.isSaving;
  return (
    <div
      className={cn(
        'space-y-3',
        // The fields are several screens long.
        !isFolded &&
          'max-lg:sticky max-lg:top-[calc(3.5rem+env(safe-area-inset-top))] max-lg:z-10 max-lg:-mx-1 max-lg:bg-surface max-lg:p-1',
      )}
    >
      <QueryError error={edits.error} fallback="Failed to save strategy" />
      {run.failure !== null && <ErrorBox message={run.failure} />}
      {isLive && edits.isDirty && (
        <p className="text-xs text-muted">This strategy is live. Saving restarts its signals.</p>
      )}
      <div className="relative flex gap-2">
        {/* Beside the buttons, which must not move. */}
        {run.isBusy && (
          <div className="absolute inset-x-0 -bottom-2.5">
            <ProgressBar label="Running the backtest" percent={run.percent} />
          </div>
        )}
        <Button type="submit" variant="primary" disabled={isBusy} className="numeric grow">
          {run.isBusy ? `Running... ${run.percent}%` : 'Run backtest'}
        </Button>
        <Button disabled={isBusy || !edits.isDirty} onClick={onSave}>
          {edits.isSaving ? 'Saving...' : 'Save'}
        </Button>
      </div>
      {/* Always rendered: screen readers announce only changes of a live region. */}
      <p role="status" className="sr-only">
        {run.isBusy ? 'Running the backtest…' : run.isDone ? 'The backtest has ended' : ''}
      </p>
    </div>
  );
}
