import { useNavigate } from '@tanstack/react-router';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

// Parts of the page of a stock that some visits do not show. The list of the files that they need is here: in the page,
// it would use up the budget.

/** Loaded when it opens: dialogs are a twentieth of the page's code. */
export const RuleDialog = lazyWithReload(
  async () => (await import('#features/signals/rule-dialog/rule-dialog.tsx')).RuleDialog,
);

/** Loaded when a level is placed. */
export const PriceLevelForm = lazyWithReload(
  async () => (await import('#features/signals/price-level/price-level-form.tsx')).PriceLevelForm,
);

/** Loaded for users with portfolios only. */
export const PositionCard = lazyWithReload(
  async () => (await import('#features/portfolios/position/position-card.tsx')).PositionCard,
);

const OwnPricesCard = lazyWithReload(
  async () => (await import('#features/own-instruments/prices/own-prices-card.tsx')).OwnPricesCard,
  <Skeleton className="h-64" />,
);

/** The card with the prices of an own instrument; the page is left when that is deleted. */
export function OwnPrices({ symbol }: { symbol: string }) {
  const navigate = useNavigate();
  return <OwnPricesCard symbol={symbol} onDeleted={() => void navigate({ to: '/stocks' })} />;
}
