import type { Catalogue } from '@stockbook/rules/language';
import { useState } from 'react';
import { useRuleDraft } from '#components/rule-editor/use-rule-draft.ts';
import type { RunnableRules, StrategyScope } from '../runnable-rules.ts';
import { type LimitTexts, limitErrors, limitTexts, readNumber } from './limits.ts';

const firstExit = 'rsi(14) crosses above 70';
const maxSymbols = 100;

/** A strategy's rules being written. */
export type StrategyDraft = ReturnType<typeof useStrategyDraft>;

function scopeError(scope: StrategyScope): string | null {
  if (!('symbols' in scope)) return null;
  if (scope.symbols.length === 0) return 'Choose at least one stock';
  return scope.symbols.length > maxSymbols ? `Choose at most ${maxSymbols} stocks` : null;
}

/** @param initial the rules to begin with */
export function useStrategyDraft(initial: RunnableRules, catalogue: Catalogue) {
  const entry = useRuleDraft(initial.entry, catalogue);
  const exit = useRuleDraft(initial.exit ?? firstExit, catalogue);
  const [hasExit, setHasExit] = useState(initial.exit !== null);
  const [limits, setLimits] = useState<LimitTexts>(() => limitTexts(initial));
  const [scope, setScope] = useState(initial.scope);

  const rules: RunnableRules = {
    format: 'stockbook/1',
    entry: entry.read.text,
    exit: hasExit ? exit.read.text : null,
    stop_loss_percent: readNumber(limits.stop_loss_percent),
    take_profit_percent: readNumber(limits.take_profit_percent),
    max_bars: readNumber(limits.max_bars),
    scope,
  };
  const errors = {
    entry: entry.read.errors,
    exit: hasExit ? exit.read.errors : [],
    limits: limitErrors(limits),
    scope: scopeError(scope),
    exits:
      hasExit || Object.values(limits).some((text) => text.trim() !== '')
        ? null
        : 'A strategy needs a way out: an exit rule, a stop-loss, a take-profit or a number of bars',
  };
  const isValid =
    entry.read.rule !== null &&
    (!hasExit || exit.read.rule !== null) &&
    Object.keys(errors.limits).length === 0 &&
    errors.scope === null &&
    errors.exits === null;

  return {
    entry,
    exit,
    hasExit,
    setHasExit,
    limits,
    setLimits,
    scope,
    setScope,
    rules,
    errors,
    isValid,
    replace: (next: RunnableRules) => {
      entry.replace(next.entry);
      if (next.exit !== null) exit.replace(next.exit);
      setHasExit(next.exit !== null);
      setLimits(limitTexts(next));
      setScope(next.scope);
    },
  };
}
