import type { Portfolio } from '@stockbook/api/schemas';
import { useMutation } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api/api-client.ts';
import { useApiClient } from '#lib/api/trpc.ts';
import { saveFile } from '#lib/save-file.ts';

type Fetch = (client: ApiClient, portfolioId: string) => Promise<{ csv: string }>;

/** The files of a portfolio, each with one sentence. */
export const exportFiles = [
  {
    name: 'transactions.csv',
    label: 'Transactions (CSV)',
    sentence: 'Everything that was entered; an import into an empty portfolio reads it.',
    fetch: (client, portfolioId) => client.portfolios.transactions.exportAsCsv.query({ portfolioId }),
  },
  {
    name: 'transactions-securities.csv',
    label: 'Portfolio Performance, securities (CSV)',
    sentence: 'Purchases, sales and transfers for that program.',
    fetch: (client, portfolioId) =>
      client.portfolios.transactions.exportAsCsv.query({
        portfolioId,
        format: 'portfolio-performance',
        part: 'securities',
      }),
  },
  {
    name: 'transactions-account.csv',
    label: 'Portfolio Performance, account (CSV)',
    sentence: 'Money that came and went, for that program.',
    fetch: (client, portfolioId) =>
      client.portfolios.transactions.exportAsCsv.query({
        portfolioId,
        format: 'portfolio-performance',
        part: 'account',
      }),
  },
  {
    name: 'transactions.ledger',
    label: 'Journal for ledger and hledger',
    sentence: 'In today’s shares, with the prices of each day of a transaction.',
    fetch: (client, portfolioId) =>
      client.portfolios.transactions.exportAsCsv.query({ portfolioId, format: 'ledger' }),
  },
  {
    name: 'transactions.beancount',
    label: 'Journal for Beancount',
    sentence: 'With lots, by the cost method of the portfolio.',
    fetch: (client, portfolioId) =>
      client.portfolios.transactions.exportAsCsv.query({ portfolioId, format: 'beancount' }),
  },
  {
    name: 'days.csv',
    label: 'Day table (CSV)',
    sentence: 'Every day with its flows, value and factor.',
    fetch: (client, portfolioId) => client.portfolios.daysAsCsv.query({ portfolioId }),
  },
  {
    name: 'holdings.csv',
    label: 'Holdings (CSV)',
    sentence: 'What is held at the last close.',
    fetch: (client, portfolioId) => client.portfolios.holdingsAsCsv.query({ portfolioId }),
  },
  {
    name: 'realised.csv',
    label: 'Realised gains (CSV)',
    sentence: 'A line for each lot that was sold.',
    fetch: (client, portfolioId) => client.portfolios.realisedAsCsv.query({ portfolioId }),
  },
  {
    name: 'dividends.csv',
    label: 'Dividends (CSV)',
    sentence: 'The dividends that were received.',
    fetch: (client, portfolioId) => client.portfolios.dividendsAsCsv.query({ portfolioId }),
  },
] as const satisfies readonly {
  readonly name: string;
  readonly label: string;
  readonly sentence: string;
  readonly fetch: Fetch;
}[];
export type ExportFile = (typeof exportFiles)[number];

/** The name of a file on the user's disk: `Retirement fund` becomes `Retirement-fund-days.csv`. */
function fileNameOf(portfolio: Pick<Portfolio, 'name'>, file: string): string {
  const name = portfolio.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${name === '' ? 'portfolio' : name}-${file}`;
}

/** Downloads a file of a portfolio. */
export function useExport(portfolio: Pick<Portfolio, 'id' | 'name'>) {
  const client = useApiClient();
  return useMutation({
    mutationFn: async ({ fetch }: ExportFile) => fetch(client, portfolio.id),
    onSuccess: ({ csv }, { name }) =>
      saveFile(
        fileNameOf(portfolio, name),
        new Blob([csv], { type: name.endsWith('.csv') ? 'text/csv' : 'text/plain' }),
      ),
  });
}

/** Downloads the day table of a period. */
export function useExportDays(portfolio: Pick<Portfolio, 'id' | 'name'>, since: string | undefined) {
  const client = useApiClient();
  return useMutation({
    mutationFn: () =>
      client.portfolios.daysAsCsv.query({
        portfolioId: portfolio.id,
        ...(since === undefined ? {} : { since }),
      }),
    onSuccess: ({ csv }) =>
      saveFile(fileNameOf(portfolio, 'days.csv'), new Blob([csv], { type: 'text/csv' })),
  });
}
