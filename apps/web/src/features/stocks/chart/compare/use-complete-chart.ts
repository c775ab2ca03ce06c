import { useState } from 'react';
import { noBars } from '#components/chart/bar-columns.ts';
import type { ComparedSymbol } from '#components/chart/drawing/compare-drawing.ts';
import type { BarsState } from '../../api/queries.ts';
import { comparedCloses } from './compared-closes.ts';
import type { Compared } from './use-compared.ts';

export type CompleteChart = ReturnType<typeof useCompleteChart>;

type Shown = Pick<BarsState, 'bars' | 'interval' | 'studies'> & {
  readonly compared: readonly ComparedSymbol[];
  readonly symbols: Compared['symbols'];
};

const nothing: Shown = { bars: noBars, interval: 'daily', studies: [], compared: [], symbols: [] };

function isSame(shown: Shown, { bars, studies }: BarsState, symbols: Compared['symbols']): boolean {
  return (
    shown.bars === bars &&
    shown.studies === studies &&
    shown.symbols.length === symbols.length &&
    shown.symbols.every(
      ({ symbol, bars: others }, index) =>
        symbol === symbols[index]?.symbol && others === symbols[index]?.bars,
    )
  );
}

/**
 * The bars of a view as soon as the compared symbols have loaded or failed, until then those of the view before: a
 * chart of two ranges would be wrong, and each response would draw it again. The first bars do not wait.
 */
export function useCompleteChart(state: BarsState, { symbols, problems, isLoading }: Compared) {
  const [shown, setShown] = useState(nothing);
  const isComplete = !state.isPrevious && !isLoading;
  const { bars, interval, studies } = state;
  if ((isComplete || shown.bars.time.length === 0) && !isSame(shown, state, symbols)) {
    const compared = symbols.map(({ symbol, color, bars: others }) => ({
      symbol,
      color,
      closes: comparedCloses(bars, others),
    }));
    setShown({ bars, interval, studies, compared, symbols });
  }
  return {
    ...state,
    ...shown,
    problems,
    isLoading: state.isLoading || isLoading,
    isPrevious: !isComplete,
  };
}
