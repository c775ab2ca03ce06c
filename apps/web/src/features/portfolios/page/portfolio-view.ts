import type { Period } from '../periods.ts';
import type { ChartView } from './chart/chart-rows.ts';

/** The tabs of a portfolio. Apart from their bodies: the address is read before the code of the page is loaded. */
export const portfolioTabs = [
  { value: 'holdings', label: 'Holdings' },
  { value: 'performance', label: 'Performance' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'dividends', label: 'Dividends' },
  { value: 'allocation', label: 'Allocation' },
  { value: 'realised', label: 'Realised gains' },
] as const;
export type PortfolioTab = (typeof portfolioTabs)[number]['value'];

/** The view of a portfolio, which its address has. */
export interface PortfolioView {
  readonly tab: PortfolioTab;
  readonly period: Period;
  readonly view: ChartView;
}
