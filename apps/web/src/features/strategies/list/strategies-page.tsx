import type { Catalogue } from '@stockbook/rules/language';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton, Spinner } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { useCatalogue } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { formatCount, formatPercent } from '#lib/format/numbers.ts';
import { useMonthSignals, useStrategies } from '../api/queries.ts';
import { useLastResult } from '../api/results.ts';
import type { Strategy, Summary } from '../api/types.ts';
import { examples, type StrategyExample } from '../examples.ts';
import { RulesSummary } from '../rules-summary.tsx';
import { describeLimits, type RunnableRules, readRunnableRules } from '../runnable-rules.ts';
import { liveTerms, simulationTerms } from '../simulation-terms.ts';
import { toneOf } from '../statistics/format-statistic.ts';
import { AddStrategyDialog } from './add-strategy-dialog.tsx';
import { LiveSwitch, UnrunnableRules } from './live-switch.tsx';

function ExampleList({ onChoose }: { onChoose: (example: StrategyExample) => void }) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="mb-3 text-base font-semibold">
        Examples to start from
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {examples.map((example) => {
          const { name, rules } = example;
          return (
            <li key={name} className="flex flex-col rounded-lg border border-line p-4">
              <h3 className="text-sm font-semibold">{name}</h3>
              <p className="mb-2 text-xs text-muted">An example, not advice</p>
              <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-1 text-xs leading-5">
                <dt className="text-muted">Buy</dt>
                <dd className="font-mono">{rules.entry}</dd>
                <dt className="text-muted">Sell</dt>
                <dd className="font-mono">
                  {[rules.exit, ...describeLimits(rules)].filter(Boolean).join('; ')}
                </dd>
              </dl>
              <Button size="sm" className="mt-auto self-start" onClick={() => onChoose(example)}>
                Start from this <span className="sr-only">example: {name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface StrategyCardProps {
  strategy: Strategy;
  /** Undefined while it is loading. */
  catalogue: Catalogue | undefined;
  /** Undefined while they are loading, null if that failed. */
  signalsThisMonth: number | null | undefined;
}

/** A strategy of the list: what it does, whether it is live, and its last result. */
function StrategyCard(props: StrategyCardProps) {
  const { strategy } = props;
  const rules = readRunnableRules(strategy.rules);
  return (
    <article className="relative flex flex-col rounded-lg border border-line bg-surface p-4 shadow-card transition-colors has-[h2_a:hover]:border-accent sm:p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 text-base font-semibold">
          <Link
            to="/strategies/$strategyId"
            params={{ strategyId: strategy.id }}
            className="outline-offset-4 after:absolute after:inset-0"
          >
            {strategy.name}
          </Link>
        </h2>
        {rules && <LiveSwitch strategy={strategy} />}
      </div>
      {rules ? <RunnableBody {...props} rules={rules} /> : <UnrunnableRules strategy={strategy} />}
    </article>
  );
}

function RunnableBody({
  strategy,
  rules,
  catalogue,
  signalsThisMonth,
}: StrategyCardProps & { rules: RunnableRules }) {
  const lastResult = useLastResult(strategy.id);
  return (
    <>
      <div className="mt-2 mb-4">
        <RulesSummary rules={rules} catalogue={catalogue} />
      </div>
      <dl className="numeric mt-auto grid grid-cols-3 gap-3 border-t border-line pt-3">
        <Figure name="Last result" tone={toneOf(lastResult?.return_percent ?? null)}>
          {resultText(lastResult, 'return_percent')}
        </Figure>
        <Figure name="Buy and hold">{resultText(lastResult, 'buy_and_hold_return_percent')}</Figure>
        <Figure name="Signals this month">
          {signalsThisMonth === undefined
            ? '\u00A0'
            : signalsThisMonth === null
              ? '–'
              : formatCount(signalsThisMonth)}
        </Figure>
      </dl>
    </>
  );
}

function resultText(
  summary: Summary | null | undefined,
  name: 'return_percent' | 'buy_and_hold_return_percent',
): string {
  if (summary === undefined) return '\u00A0';
  return summary === null ? '–' : formatPercent(summary[name]);
}

function Figure({ name, tone, children }: { name: string; tone?: string; children: string }) {
  return (
    <div className="flex flex-col justify-end">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={cn('font-medium', tone)}>{children}</dd>
    </div>
  );
}

/** All strategies of the user, and examples to start from. */
export function StrategiesPage() {
  const { data, error, isPending, refetch } = useStrategies();
  const { data: catalogue } = useCatalogue();
  const signals = useMonthSignals();
  const [dialog, setDialog] = useState<{ isOpen: boolean; example: StrategyExample | null; id: number }>({
    isOpen: false,
    example: null,
    id: 0,
  });
  const openDialog = (example: StrategyExample | null) =>
    setDialog(({ id }) => ({ isOpen: true, example, id: id + 1 }));
  const strategies = data?.strategies;

  return (
    <div className="space-y-6">
      <PageHeader
        title="Strategies"
        badge="Preview"
        sentence={`${simulationTerms} ${liveTerms}`}
        actions={
          <Button variant="primary" onClick={() => openDialog(null)}>
            <Plus aria-hidden="true" /> Add Strategy
          </Button>
        }
      />
      <QueryError error={error} fallback="Failed to load strategies" onRetry={refetch} />
      {isPending && <StrategiesLoading />}
      {strategies?.length === 0 && (
        <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          No strategies yet. Write a rule and see how it would have done.
        </p>
      )}
      {strategies && strategies.length > 0 && (
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
          {strategies.map((strategy) => (
            <li key={strategy.id} className="grid grid-cols-1">
              <StrategyCard
                strategy={strategy}
                catalogue={catalogue?.indicators}
                signalsThisMonth={signals && (signals.get(strategy.id) ?? 0)}
              />
            </li>
          ))}
        </ul>
      )}
      {/* Below the cards, whose heights are not known before. */}
      {!isPending && <ExampleList onChoose={openDialog} />}
      <AddStrategyDialog
        // A draft of its own for each opening; the dialog stays mounted while it fades out.
        key={dialog.id}
        isOpen={dialog.isOpen}
        example={dialog.example}
        onClose={() => setDialog((current) => ({ ...current, isOpen: false }))}
      />
    </div>
  );
}

/** Placeholder of two cards. */
function StrategiesLoading() {
  return (
    <div className="relative grid grid-cols-1 gap-4 md:grid-cols-2">
      <Skeleton className="h-60 rounded-lg" />
      <Skeleton className="h-60 rounded-lg max-md:hidden" />
      <Spinner text="Loading strategies..." className="absolute inset-x-0 top-16" />
    </div>
  );
}
