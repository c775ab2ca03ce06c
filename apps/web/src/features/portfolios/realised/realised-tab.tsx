import type { AppRouter } from '@stockbook/api';
import type { Portfolio } from '@stockbook/api/schemas';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Figures } from '#components/ui/figures.tsx';
import { Select } from '#components/ui/select.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { today } from '#lib/format/dates.ts';
import { saveFile } from '#lib/save-file.ts';
import { formatGain, formatMoney, toneOf } from '../format.ts';
import { SkippedHoldings } from '../holdings/skipped-holdings.tsx';
import { SaleList } from './sale-list.tsx';

type RealisedYear = inferRouterOutputs<AppRouter>['portfolios']['realised']['years'][number];

/** The name of the tax year of a day: `2025`, or `2025/26` if years do not begin on January 1. */
export function presentTaxYear(start: string, day: string): string {
  const first = Number(day.slice(0, 4)) - (day.slice(5) < start ? 1 : 0);
  return start === '01-01' ? String(first) : `${first}/${String((first + 1) % 100).padStart(2, '0')}`;
}

/** Downloads the sales of a tax year as CSV, a line for each lot. A failure shows an alert. */
function useDownloadSales(portfolioId: string) {
  const { alert } = useAlerts();
  const client = useApiClient();
  return useMutation({
    mutationFn: (year: string) => client.portfolios.realisedAsCsv.query({ portfolioId, year }),
    onSuccess: ({ csv }, year) =>
      saveFile(`realised-${year.replace('/', '-')}.csv`, new Blob([csv], { type: 'text/csv' })),
    onError: (error) => alert(...describeFailure(error, 'Failed to download the sales')),
  });
}

/** The gains that sales of a portfolio have realised in a tax year. */
export function RealisedTab({ portfolio }: { portfolio: Portfolio }) {
  const all = trpc.portfolios.realised.useQuery({ portfolioId: portfolio.id, limit: 1 });
  const [chosen, setChosen] = useState<string | null>(null);
  const present = presentTaxYear(portfolio.tax_year_start, today());
  const year = chosen ?? all.data?.years[0]?.year ?? present;
  return (
    <section aria-label="Realised gains" className="space-y-5">
      <QueryError error={all.error} fallback="Failed to load realised gains" onRetry={all.refetch} />
      {all.isPending && <RealisedLoading />}
      {all.data && (
        <YearOfSales
          portfolio={portfolio}
          year={year}
          years={[present, ...all.data.years.map((each) => each.year)]}
          onYear={setChosen}
        />
      )}
    </section>
  );
}

interface YearOfSalesProps {
  portfolio: Portfolio;
  year: string;
  years: readonly string[];
  onYear: (year: string) => void;
}

function YearOfSales({ portfolio, year, years, onYear }: YearOfSalesProps) {
  const { data, error, isPending, refetch } = trpc.portfolios.realised.useQuery({
    portfolioId: portfolio.id,
    year,
  });
  const download = useDownloadSales(portfolio.id);
  const sums = data?.years.find((each) => each.year === year);
  const method = portfolio.cost_method === 'fifo' ? 'First in, first out' : 'Average cost';
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          size="sm"
          aria-label="Tax year"
          className="w-32"
          value={year}
          onChange={({ target }) => onYear(target.value)}
        >
          {[...new Set([year, ...years])]
            .sort()
            .reverse()
            .map((each) => (
              <option key={each}>{each}</option>
            ))}
        </Select>
        <span className="text-sm text-muted">{method}</span>
        <Button
          size="sm"
          className="ml-auto"
          disabled={!data || data.total === 0 || download.isPending}
          onClick={() => download.mutate(year)}
        >
          <Download aria-hidden="true" /> Download CSV
        </Button>
      </div>
      <QueryError error={error} fallback="Failed to load realised gains" onRetry={refetch} />
      {isPending && <RealisedLoading />}
      {sums && <YearSums sums={sums} currency={portfolio.currency} />}
      {data && data.total === 0 && (
        <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          Nothing was sold in {year}.
        </p>
      )}
      {data && data.total > 0 && <SaleList sales={data.sales} currency={portfolio.currency} year={year} />}
      {data && <SkippedHoldings skipped={data.skipped} />}
      <p className="text-sm text-muted">
        Not tax advice: wash sales, the 30-day rule and allowances are not applied.
      </p>
    </>
  );
}

function YearSums({ sums, currency }: { sums: RealisedYear; currency: string }) {
  const money = (name: string, value: number) => ({ name, text: formatMoney(value, currency) });
  return (
    <Figures
      className="lg:grid-cols-7"
      figures={[
        money('Proceeds', sums.proceeds),
        money('Cost', sums.cost),
        { name: 'Gain', text: formatGain(sums.gain, currency), className: toneOf(sums.gain) },
        money('Taxes withheld', sums.taxes),
        money('Dividends', sums.dividends),
        money('Interest', sums.interest),
        money('Other fees', sums.fees),
      ]}
    />
  );
}

/** Placeholder of the sums and the sales. */
function RealisedLoading() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading realised gains...</span>
      <Skeleton className="h-20 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}
