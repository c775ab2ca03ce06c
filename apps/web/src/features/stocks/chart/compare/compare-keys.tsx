import { X } from 'lucide-react';
import {
  type ChartValue,
  type HoveredBar,
  useChartValue,
  useShownBar,
} from '#components/chart/chart-value.ts';
import type { ComparedSymbol } from '#components/chart/drawing/compare-drawing.ts';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { ChangePercent } from '../../watch-list/price-change.tsx';
import { returnBetween } from './compared-closes.ts';

interface CompareKeysProps {
  symbols: readonly ComparedSymbol[];
  hover: HoveredBar;
  visible: ChartValue<VisibleBars>;
  onRemove: (symbol: string) => void;
}

/** The compared symbols with their change from the first visible bar to the crosshair. */
export function CompareKeys({ symbols, hover, visible, onRemove }: CompareKeysProps) {
  const { from, to } = useChartValue(visible);
  const hovered = useShownBar(hover, to + 1);
  return (
    <ul aria-label="Compared symbols" className="flex flex-wrap gap-x-3 text-xs">
      {symbols.map(({ symbol, color, closes }) => (
        <li key={symbol} className="inline-flex min-h-6 items-center gap-1.5">
          <i aria-hidden="true" className="h-0.5 w-4 rounded-full" style={{ background: color }} />
          {symbol}
          <ChangePercent percent={returnBetween(closes, { from, to: hovered })?.percent ?? null} />
          <button
            type="button"
            title={`Remove ${symbol}`}
            aria-label={`Remove ${symbol}`}
            onClick={() => onRemove(symbol)}
            className="pointer-events-auto -ml-1 grid size-6 place-items-center pointer-coarse:size-11 rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
