import type { PriceStyle } from '#components/chart/drawing/price-series.ts';
import { useMedia } from '#hooks/use-media.ts';
import { useUserState } from '#hooks/use-user-state.ts';

function parseStyle(stored: unknown): PriceStyle {
  return stored === 'line' ? 'line' : 'candlestick';
}

function parseChoice(stored: unknown): boolean | null {
  return typeof stored === 'boolean' ? stored : null;
}

function parseSwitch(stored: unknown): boolean {
  return stored === true;
}

export type ChartSettings = ReturnType<typeof useChartSettings>;

/** The user's settings of all price charts. Splits and dividends are marked by default, except on a phone. */
export function useChartSettings() {
  const isWide = useMedia('(min-width: 40rem)');
  const [style, setStyle] = useUserState('chartStyle', parseStyle);
  const [chosenActions, setHasActions] = useUserState('chartActions', parseChoice);
  const [isAdjusted, setIsAdjusted] = useUserState('chartAdjusted', parseSwitch);
  const [isMagnet, setIsMagnet] = useUserState('chartMagnet', parseSwitch);
  const hasActions = chosenActions ?? isWide;
  return {
    style,
    setStyle,
    /** Whether splits and dividends are marked. */
    hasActions,
    setHasActions,
    /** Whether prices are adjusted for dividends. */
    isAdjusted,
    setIsAdjusted,
    /** Whether the crosshair sticks to closes. */
    isMagnet,
    setIsMagnet,
  };
}
