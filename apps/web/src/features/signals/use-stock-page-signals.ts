import type { RulePreview, SignalRule } from '@stockbook/api/schemas';
import { useMemo, useState } from 'react';
import { useSignalRules, useStockSignals } from './api/queries.ts';
import { usePriceLevel } from './price-level/use-price-level.ts';

const noRules: SignalRule[] = [];

/**
 * The signals of a stock's page: the marks of its chart, its price levels, and the dialog.
 * @param decimals of the stock's prices
 */
export function useStockPageSignals(symbol: string, hasBars: boolean, decimals: number) {
  const rules = useSignalRules(symbol).data?.rules ?? noRules;
  const loaded = useStockSignals(symbol, hasBars).data;
  const [preview, setPreview] = useState<RulePreview | null>(null);
  const [dialog, setDialog] = useState<{ readonly rule: SignalRule | null; readonly isOpen: boolean }>({
    rule: null,
    isOpen: false,
  });
  /** The message of the server about the rule that was added last. */
  const [message, setMessage] = useState<string | null>(null);
  const level = usePriceLevel(rules, decimals);

  const marks = useMemo(
    () => [
      ...(loaded?.signals ?? []).flatMap(({ kind, bar_date, sentence }) =>
        kind === 'signal' ? [{ date: bar_date, sentence, isPreview: false }] : [],
      ),
      ...(preview?.dates ?? []).map(({ date }) => ({
        date,
        sentence: `${preview?.sentence} (preview)`,
        isPreview: true,
      })),
    ],
    [loaded, preview],
  );

  return {
    marks,
    level,
    message,
    setMessage,
    setPreview,
    dialog,
    openDialog: (rule: SignalRule | null) => setDialog({ rule, isOpen: true }),
    // The rule stays while the dialog fades out.
    closeDialog: () => setDialog((current) => ({ ...current, isOpen: false })),
  };
}
