import type { Stock } from '@stockbook/api/schemas';
import { Badge } from '../../../components/ui/badge.tsx';

interface StockBadgesProps {
  stock: Stock;
  /** What to call a stock whose history is there: the list and the detail page differ. */
  fetchedLabel: 'Data Ready' | 'Data Available';
}

/** The state of a stock in words: traded or not, with data or without, real or simulated. */
export function StockBadges({ stock, fetchedLabel }: StockBadgesProps) {
  return (
    <>
      <Badge tone={stock.is_active ? 'good' : 'neutral'}>{stock.is_active ? 'Active' : 'Inactive'}</Badge>
      {stock.data_fetched && <Badge tone="accent">{fetchedLabel}</Badge>}
      {stock.data_source === 'simulated' && <Badge tone="warn">Simulated data</Badge>}
    </>
  );
}
