import type { Catalogue } from '@stockbook/rules/language';
import type { BacktestSettings } from '@stockbook/rules/settings';
import { useBlocker } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { QueryError } from '#components/feedback/query-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { useAttempts } from '#hooks/use-attempts.ts';
import { cn } from '#lib/cn.ts';
import { problemsOf, useUpdateStrategy } from '../api/mutations.ts';
import { useListedStocks } from '../api/queries.ts';
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
  /** Of the last backtest, to begin with. */
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

/** Edits a strategy and its costs, and runs backtests of it. Changes are saved before a run. */
export function StrategyEditor(props: StrategyEditorProps) {
  const { strategy, rules, settings, catalogue, run } = props;
  const draft = useStrategyDraft(rules, catalogue);
  const [name, setName] = useState(strategy.name);
  /** What the draft began with, or was saved as. */
  const [base, setBase] = useState({ name: strategy.name, rules });
  const [costs, setCosts] = useState(() => settingsDraft(settings));
  const [isFolded, setIsFolded] = useState(props.hasResult);
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, noteTry] = useAttempts(form);
  const foldButton = useRef<HTMLButtonElement>(null);
  const fieldsId = useId();
  const update = useUpdateStrategy();
  const symbols = [...useListedStocks().stocks.keys()];

  const isDraftOf = (saved: typeof base) =>
    name.trim() === saved.name && isSameRules(draft.rules, saved.rules, catalogue);
  const isDirty = !isDraftOf({ name: strategy.name, rules });
  const isValid = draft.isValid && name.trim() !== '';
  const runnable = readSettings(costs).settings;
  const isBusy = run.isBusy || update.isPending;
  const problems = problemsOf(update.error);

  // Another tab has saved. A draft without changes follows: otherwise, a run would save the old rules again.
  if (base.name !== strategy.name || !isSameRules(base.rules, rules, catalogue)) {
    if (isDraftOf(base)) {
      setName(strategy.name);
      draft.replace(rules);
    }
    setBase({ name: strategy.name, rules });
  }

  const { confirm } = useAlerts();
  useBlocker({
    disabled: !isDirty,
    // The end of the session does not wait for an answer.
    shouldBlockFn: async ({ current, next }) =>
      next.pathname !== current.pathname &&
      next.pathname !== '/login' &&
      !(await confirm('Leave without saving your changes?', 'Leave')),
  });

  const foldedClass = isFolded ? 'max-lg:hidden' : '';

  /** Saves what has changed, and calls `next` once everything is saved. */
  function save(next?: () => void) {
    check(isValid);
    if (isBusy || !isValid) return;
    if (!isDirty) {
      next?.();
      return;
    }
    update.mutate(
      { strategyId: strategy.id, name: name.trim(), rules: { ...strategy.rules, ...draft.rules } },
      { onSuccess: () => next?.(), onError: () => setIsFolded(false) },
    );
  }

  function check(isInputValid: boolean) {
    noteTry();
    if (!isInputValid) setIsFolded(false);
  }

  function start(runSettings: BacktestSettings) {
    run.start({ strategyId: strategy.id, settings: runSettings });
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
    if (runnable) save(() => start(runnable));
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
        <button
          ref={foldButton}
          type="button"
          aria-expanded={!isFolded}
          aria-controls={fieldsId}
          onClick={() => setIsFolded(!isFolded)}
          className="flex min-h-11 w-full items-center justify-between text-base font-semibold"
        >
          Rules and costs
          <ChevronDown aria-hidden="true" className={cn('size-5 text-muted', !isFolded && 'rotate-180')} />
        </button>
        {isFolded && <RulesSummary rules={draft.rules} catalogue={catalogue} />}
      </div>
      <TextField
        label="Name"
        className={foldedClass}
        maxLength={100}
        value={name}
        error={isChecked && name.trim() === '' ? 'Name is required' : problems.messageOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <div
        className={cn(
          'space-y-3',
          // The fields are several screens long.
          !isFolded && 'max-lg:sticky max-lg:top-14 max-lg:z-10 max-lg:-mx-1 max-lg:bg-surface max-lg:p-1',
        )}
      >
        {update.error && <QueryError error={update.error} fallback="Failed to save strategy" />}
        {run.failure !== null && <ErrorBox message={run.failure} />}
        {strategy.is_active && isDirty && (
          <p className="text-xs text-muted">This strategy is live. Saving restarts its signals.</p>
        )}
        {run.isBusy && <ProgressBar label="Running the backtest" percent={run.percent} />}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={isBusy} className="numeric grow">
            {run.isBusy ? `Running... ${run.percent}%` : 'Run backtest'}
          </Button>
          <Button disabled={isBusy || !isDirty} onClick={() => save()}>
            {update.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
        {/* Always rendered: screen readers announce only changes of a live region. */}
        <p role="status" className="sr-only">
          {run.isBusy ? 'Running the backtest…' : run.isDone ? 'The backtest has ended' : ''}
        </p>
      </div>
      <div id={fieldsId} className={cn('space-y-6', foldedClass)}>
        <StrategyFields
          draft={draft}
          catalogue={catalogue}
          isChecked={isChecked}
          problems={problems}
          symbols={symbols}
        />
        <SettingsFields draft={costs} onChange={setCosts} />
      </div>
    </form>
  );
}
