import { useMemo } from 'react';
import { useScreen } from '../api/evaluations.ts';
import { useSignalRules } from '../api/queries.ts';

interface MatchingOptions {
  /** The rule in the address; undefined to show all stocks. */
  readonly when: string | undefined;
  /** The list whose stocks are evaluated; null for the whole watch list. */
  readonly list: { readonly id: string; readonly symbols: readonly string[] } | null;
  readonly onWhen: (when: string | undefined) => void;
}

/** The state of the filter of the watch list by a rule, which is a saved one or typed. */
export function useMatching({ when, list, onWhen }: MatchingOptions) {
  const rules = useSignalRules();
  const screen = useScreen(when, list);
  const { data, error } = screen;
  const since = useMemo(
    () => data && !error && new Map(data.matches.map((match) => [match.symbol, match.since])),
    [data, error],
  );

  return {
    when,
    rules,
    screen,
    /** The first day since which the rule has been true, by symbol; null without a rule or a result. */
    since: when === undefined ? null : since || null,
    choose: onWhen,
  };
}

export type Matching = ReturnType<typeof useMatching>;
