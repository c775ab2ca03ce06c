import { useMemo, useState } from 'react';
import { useScreen } from '../api/evaluations.ts';
import { useSignalRules } from '../api/queries.ts';

interface MatchingOptions {
  /** The rule in the address; undefined to show all stocks. */
  readonly when: string | undefined;
  readonly onWhen: (when: string | undefined) => void;
}

/** The state of the filter of the watch list by a rule, which is a saved one or typed. */
export function useMatching({ when, onWhen }: MatchingOptions) {
  const rules = useSignalRules();
  const screen = useScreen(when);
  const [isTyping, setIsTyping] = useState(false);
  const saved = rules.data?.rules;
  // Until the rules are loaded, the one in the address may be a saved one.
  const isTyped =
    isTyping || (when !== undefined && !rules.isPending && !saved?.some((rule) => rule.when === when));
  const { data, error } = screen;
  const since = useMemo(
    () => data && !error && new Map(data.matches.map((match) => [match.symbol, match.since])),
    [data, error],
  );

  return {
    when,
    rules,
    screen,
    isTyped,
    /** The first day since which the rule has been true, by symbol; null without a rule or a result. */
    since: when === undefined ? null : since || null,
    startTyping: () => setIsTyping(true),
    apply: onWhen,
    choose: (rule: string | undefined) => {
      setIsTyping(false);
      onWhen(rule);
    },
  };
}

export type Matching = ReturnType<typeof useMatching>;
