import type { Stock } from '@stockbook/api/schemas';
import { Badge } from '#components/ui/badge.tsx';

interface StockBadgesProps {
  stock: Stock;
  /** The label of a stock whose history is stored; the list and the detail page differ. */
  fetchedLabel: 'Data Ready' | 'Data Available';
  /** Whether a notice of the page says that all prices are simulated. */
  isSimulatedKnown?: boolean;
}

/** The status of a stock: traded or not, with or without data, real or simulated. */
export function StockBadges({ stock, fetchedLabel, isSimulatedKnown = false }: StockBadgesProps) {
  return (
    <>
      <Badge tone={stock.is_active ? 'good' : 'neutral'}>{stock.is_active ? 'Active' : 'Inactive'}</Badge>
      {stock.data_fetched && <Badge tone="accent">{fetchedLabel}</Badge>}
      {stock.data_source === 'simulated' && !isSimulatedKnown && <Badge tone="warn">Simulated data</Badge>}
    </>
  );
}
