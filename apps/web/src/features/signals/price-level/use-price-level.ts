import type { SignalRule } from '@stockbook/api/schemas';
import { useCallback, useMemo, useState } from 'react';
import type { PriceLevel } from '#components/chart/levels/price-level.ts';
import { useIsOffline } from '#lib/session/session-context.ts';

/** A level being placed or moved. */
export interface LevelDraft {
  /** The rule that is moved; null for a new level. */
  readonly rule: SignalRule | null;
  /** Text, which may be unfinished. */
  readonly text: string;
  /** The text that Escape restores. */
  readonly original: string;
  /** Whether prices during the session are compared with it, too. */
  readonly isDuringSession: boolean;
}

export type PriceLevelControl = ReturnType<typeof usePriceLevel>;

const draftId = 'draft';

/** The level of a rule that watches one price; null for any other rule. */
function levelOf({ when }: SignalRule): number | null {
  const digits = /^price touches (\d+(?:\.\d+)?)$/.exec(when)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The price of a text; null for an unfinished one. */
export function readPrice(text: string): number | null {
  return /^\d+(\.\d+)?$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null;
}

/**
 * The price levels of a stock: one per active rule that watches a price, and the one being placed.
 * @param precision the decimals of the stock's prices
 */
export function usePriceLevel(rules: readonly SignalRule[], precision: number) {
  const [draft, setDraft] = useState<LevelDraft | null>(null);
  const levels = useMemo((): readonly PriceLevel[] => {
    const saved = rules.flatMap((rule) => {
      const price = rule.is_active && rule.id !== draft?.rule?.id ? levelOf(rule) : null;
      return price === null
        ? []
        : [{ id: rule.id, price, isDraft: false, isDuringSession: rule.during_session }];
    });
    const price = draft && readPrice(draft.text);
    if (!draft || price === null) return saved;
    return [...saved, { id: draftId, price, isDraft: true, isDuringSession: draft.isDuringSession }];
  }, [rules, draft]);

  const isOffline = useIsOffline();
  const onStart = useCallback(
    (price: number) => {
      if (isOffline) return;
      const text = price.toFixed(precision);
      setDraft({ rule: null, text, original: text, isDuringSession: false });
    },
    [precision, isOffline],
  );
  const onDrag = useCallback(
    (id: string, price: number) => {
      const text = price.toFixed(precision);
      setDraft((current) => {
        if (current && (id === draftId || id === current.rule?.id)) return { ...current, text };
        const rule = rules.find((candidate) => candidate.id === id) ?? null;
        const original = rule && levelOf(rule)?.toFixed(precision);
        return { rule, text, original: original ?? text, isDuringSession: rule?.during_session ?? false };
      });
    },
    [rules, precision],
  );
  return {
    levels,
    draft,
    onStart,
    onDrag,
    setText: (text: string) => setDraft((current) => current && { ...current, text }),
    setDuringSession: (isDuringSession: boolean) =>
      setDraft((current) => current && { ...current, isDuringSession }),
    close: () => setDraft(null),
  };
}
