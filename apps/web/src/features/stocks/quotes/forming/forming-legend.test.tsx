import { act, render } from '@testing-library/react';
import type { ContextType } from 'react';
import { expect, it } from 'vitest';
import { ChartValue } from '#components/chart/chart-value.ts';
import { priceFormat } from '#lib/format/price-format.ts';
import { barInProgress } from '#testing/quotes.ts';
import { PriceSectionContext } from '../../chart/price-section-context.ts';
import type { FormingBar } from './forming-bar.ts';
import { FormingKey, FormingLegend } from './forming-legend.tsx';

it('shows the figures of the bar in progress, and none of it while the crosshair is on a final bar', () => {
  const hover = new ChartValue<number | null>(null);
  const forming = new ChartValue<FormingBar | null>(barInProgress);
  const section: Partial<ContextType<typeof PriceSectionContext>> = { forming };
  const { container } = render(
    <PriceSectionContext value={section as ContextType<typeof PriceSectionContext>}>
      <FormingLegend
        hover={hover}
        format={priceFormat({ symbol: 'AAPL', currency: 'USD', recent_closes: [187] })}
      >
        final
      </FormingLegend>
      <FormingKey />
    </PriceSectionContext>,
  );
  expect(container.textContent).toBe(
    ' In progressNov 20, 2026$187.62+0.39%O$187.00H$188.10L$186.40Vol31.2M In progress',
  );
  act(() => hover.set(3));
  expect(container.textContent).toBe('final In progress');
  act(() => {
    hover.set(null);
    forming.set(null);
  });
  expect(container.textContent).toBe('final');
});
