import type { Bar, RulePreview, SignalRule } from '@stockbook/api/schemas';
import { useMemo, useState } from 'react';
import { priceFormat } from '../../components/chart/price-format.ts';
import { useSignalRules } from './api/use-signal-rules.ts';
import { useStockSignals } from './api/use-stock-signals.ts';
import { usePriceLevel } from './price-level/use-price-level.ts';

const noRules: SignalRule[] = [];

/** The signals of a stock's page: the marks of its chart, its price levels, and the dialog. */
export function useSignalsPage(symbol: string, bars: readonly Bar[]) {
  const rules = useSignalRules(symbol).data?.rules ?? noRules;
  const loaded = useStockSignals(symbol, bars[0]?.date).data;
  const [preview, setPreview] = useState<RulePreview | null>(null);
  const [dialog, setDialog] = useState<{ readonly rule: SignalRule | null; readonly isOpen: boolean }>({
    rule: null,
    isOpen: false,
  });
  /** What the server said about the rule that was added last. */
  const [message, setMessage] = useState<string | null>(null);
  const { precision, minMove } = useMemo(() => priceFormat(bars), [bars]);
  const level = usePriceLevel(rules, precision);

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
    tick: minMove,
    message,
    setMessage,
    setPreview,
    dialog,
    openDialog: (rule: SignalRule | null) => setDialog({ rule, isOpen: true }),
    // The rule stays while the dialog fades out.
    closeDialog: () => setDialog((current) => ({ ...current, isOpen: false })),
  };
}
