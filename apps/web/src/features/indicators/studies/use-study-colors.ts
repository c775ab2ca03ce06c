import { useCallback } from 'react';
import { studyColors } from '#components/chart/chart-colors.ts';
import { useUserState } from '#hooks/use-user-state.ts';

/** Chosen colours by the id of the indicator. */
type ChosenColors = Readonly<Record<string, string>>;

function parseColors(stored: unknown): ChosenColors {
  if (typeof stored !== 'object' || stored === null) return {};
  const known = Object.entries(stored).filter(([, color]) => studyColors.some((each) => each === color));
  return Object.fromEntries(known);
}

/** The colours that the user has chosen for indicators. */
export function useStudyColors() {
  const [colors, storeColors] = useUserState('indicatorColors', parseColors);
  const setColor = useCallback(
    (id: string, color: string) => storeColors((current) => ({ ...current, [id]: color })),
    [storeColors],
  );
  /** Reads the colour stored now: it may have been chosen after the caller's last render. */
  const copyColor = useCallback(
    (id: string, newId: string, usualColor: string) =>
      storeColors((current) => ({ ...current, [newId]: current[id] ?? usualColor })),
    [storeColors],
  );
  return { colors, setColor, copyColor };
}
