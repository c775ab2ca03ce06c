import type { ReactNode } from 'react';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { LastPrices } from './last-prices.tsx';
import { type PricingValues, pricingOf, termsOf } from './pricing-values.ts';
import { useTermsPreview } from './use-terms-preview.ts';

interface PricePreviewProps {
  values: PricingValues;
  /** The price of the form if prices are entered; null without one. */
  entered: { readonly date: string; readonly close: number } | null;
  currency: string;
  isPercent: boolean;
}

/** The last five prices that the form would make. Has the room of five from the start, so that nothing jumps. */
export function PricePreview({ values, entered, currency, isPercent }: PricePreviewProps) {
  const pricing = pricingOf(values);
  const query = useTermsPreview(pricing, termsOf(values), currency);
  const computed = query?.data?.bars ?? [];
  const bars = pricing === 'entered' ? (entered ? [entered] : []) : computed;
  const leftOut = pricing === 'entered' ? 0 : (query?.data?.left_out ?? 0);
  const failure = query?.error ? describeFailure(query.error, 'Failed to compute the prices') : null;

  function sentence(): ReactNode {
    if (failure) return failure.filter(Boolean).join(' ');
    if (bars.length > 0) return null;
    if (query?.isFetching) return 'Calculating...';
    if (pricing === 'entered') return 'The prices that you enter show here.';
    return query?.data
      ? 'No prices yet: they come with the first ones of the stock.'
      : 'The last prices show here.';
  }

  return (
    <section aria-label="Preview" className="min-h-47 rounded-md bg-sunken px-3.5 py-2.5">
      <p role="status" className={failure ? 'text-sm text-down' : 'text-sm text-muted empty:hidden'}>
        {sentence()}
      </p>
      {!failure && bars.length > 0 && (
        <PaleWhileBusy isBusy={query?.isFetching ?? false}>
          <LastPrices
            label="Last prices"
            bars={bars}
            currency={currency.trim()}
            isPercent={isPercent}
            isComputed={pricing !== 'entered'}
          />
          {leftOut > 0 && (
            <p className="mt-1 text-xs text-muted">
              {leftOut === 1 ? '1 price is' : `${leftOut} prices are`} left out: not above 0.
            </p>
          )}
        </PaleWhileBusy>
      )}
    </section>
  );
}
