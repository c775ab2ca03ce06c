import { useState } from 'react';
import { noBars } from '#components/chart/bar-columns.ts';
import type { ComparedSymbol } from '#components/chart/drawing/compare-drawing.ts';
import type { BarsState } from '../../api/queries.ts';
import { comparedCloses } from './compared-closes.ts';
import type { Compared } from './use-compared.ts';

/** The bars of a view with the symbols compared with them. */
export interface CompleteChart extends BarsState {
  readonly compared: readonly ComparedSymbol[];
  readonly problems: Compared['problems'];
}

type Shown = Pick<CompleteChart, 'bars' | 'interval' | 'studies' | 'compared'> & {
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
 * The bars of a view as soon as the compared symbols have loaded or failed, until then those of the view before: a chart
 * of two ranges would be wrong, and each response would draw it again. The first bars do not wait.
 */
export function useCompleteChart(
  state: BarsState,
  { symbols, problems, isLoading }: Compared,
): CompleteChart {
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
    bars: shown.bars,
    interval: shown.interval,
    studies: shown.studies,
    compared: shown.compared,
    problems,
    isLoading: state.isLoading || isLoading,
    isPrevious: !isComplete,
  };
}
