import type { Catalogue } from '@stockbook/rules/language';
import { Link } from '@tanstack/react-router';
import { cn } from '#lib/cn.ts';
import { formatCount, formatPercent } from '#lib/format/numbers.ts';
import { useLastResult } from '../api/results.ts';
import type { Strategy, Summary } from '../api/types.ts';
import { RulesSummary } from '../rules-summary.tsx';
import { type RunnableRules, readRunnableRules } from '../runnable-rules.ts';
import { toneOf } from '../statistics/format-statistic.ts';
import { LiveSwitch } from './live-switch.tsx';
import { UnrunnableRules } from './unrunnable-rules.tsx';

interface StrategyCardProps {
  strategy: Strategy;
  /** Undefined while it is loading. */
  catalogue: Catalogue | undefined;
  /** Undefined while they are loading, null if that failed. */
  signalsThisMonth: number | null | undefined;
}

/** A strategy of the list: what it does, whether it is live, and its last result. */
export function StrategyCard(props: StrategyCardProps) {
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
