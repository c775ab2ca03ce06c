import type { Catalogue } from '@stockbook/rules/language';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorBox } from '../../../components/feedback/error-box.tsx';
import { ProgressBar } from '../../../components/feedback/progress-bar.tsx';
import { QueryError } from '../../../components/feedback/query-error.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import type { BacktestRun } from '../api/backtests/use-run.ts';
import { problemsOf } from '../api/field-problems.ts';
import type { StrategyDetail } from '../api/types.ts';
import { useListedStocks } from '../api/use-listed-stocks.ts';
import { useUpdateStrategy } from '../api/use-update-strategy.ts';
import type { RunnableRules } from '../runnable-rules.ts';
import { isSameRules } from './canonical-rules.ts';
import { type RunSettings, readSettings, settingsDraft } from './run-settings.ts';
import { SettingsFields } from './settings-fields.tsx';
import { StrategyFields } from './strategy-fields.tsx';
import { useStrategyDraft } from './use-strategy-draft.ts';

interface StrategyEditorProps {
  strategy: StrategyDetail;
  rules: RunnableRules;
  /** Of the last backtest, to begin with. */
  settings: RunSettings;
  catalogue: Catalogue;
  run: BacktestRun;
}

/** Edits a strategy and its costs, and runs backtests of it. Changes are saved before a run. */
export function StrategyEditor({ strategy, rules, settings, catalogue, run }: StrategyEditorProps) {
  const draft = useStrategyDraft(rules, catalogue);
  const [name, setName] = useState(strategy.name);
  const [costs, setCosts] = useState(() => settingsDraft(settings));
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const update = useUpdateStrategy();
  const symbols = [...useListedStocks().stocks.keys()];

  const isDirty = name.trim() !== strategy.name || !isSameRules(draft.rules, rules, catalogue);
  const isChecked = attempts > 0;
  const runnable = readSettings(costs).settings;
  const isBusy = run.isBusy || update.isPending;
  const problems = problemsOf(update.error);

  // The invalid field may be out of view.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  /** Saves what has changed, and calls `next` once everything is saved. */
  function save(next?: () => void) {
    setAttempts(attempts + 1);
    if (isBusy || !draft.isValid || name.trim() === '') return;
    if (!isDirty) {
      next?.();
      return;
    }
    update.mutate(
      { strategyId: strategy.id, name: name.trim(), rules: { ...strategy.rules, ...draft.rules } },
      { onSuccess: () => next?.() },
    );
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (runnable) save(() => run.start({ strategyId: strategy.id, settings: runnable }));
    else setAttempts(attempts + 1);
  }

  return (
    <form
      ref={form}
      aria-label="Rules and costs"
      onSubmit={submit}
      noValidate
      className="space-y-6 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5 print:hidden"
    >
      <TextField
        label="Name"
        maxLength={100}
        value={name}
        error={isChecked && name.trim() === '' ? 'Name is required' : problems.messageOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="space-y-3">
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
      <StrategyFields
        draft={draft}
        catalogue={catalogue}
        isChecked={isChecked}
        problems={problems}
        symbols={symbols}
      />
      <SettingsFields draft={costs} onChange={setCosts} />
    </form>
  );
}
