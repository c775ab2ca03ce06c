import type { Instrument } from '@stockbook/api/schemas';
import { useMutation } from '@tanstack/react-query';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { connectionSentence, describeFailure, errorSentence } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { saveFile } from '#lib/save-file.ts';

/** A price of a day, with a close alone or with all prices. */
export interface NewBar {
  readonly date: string;
  readonly close: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly volume?: number;
}

/** Between the first two requests; each further interval is half as long again. */
const firstPollMs = 3_000;
/** After a quarter of an hour a stock has no prices, or their source does not answer: the next visit asks again. */
const maxPolls = 12;

/** The time until the next request for the first prices; false for none. */
export function pollInterval(requests: number): number | false {
  return requests <= maxPolls && firstPollMs * 1.5 ** (requests - 1);
}

/** Whether prices are still to come: those of the linked stock are being fetched. */
export function isWaitingForPrices({ pricing, bars }: Pick<Instrument, 'pricing' | 'bars'>): boolean {
  return pricing === 'linked' && bars === 0;
}

/** An instrument, polled for a quarter of an hour while its first prices are being fetched. */
export function useInstrument(symbol: string) {
  return trpc.instruments.get.useQuery(
    { symbol },
    {
      refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
        data !== undefined && isWaitingForPrices(data) && pollInterval(dataUpdateCount + errorUpdateCount),
    },
  );
}

/** Own instruments that a list has room for. */
const maxListed = 1000;

/** The own instruments of the user, by symbol. */
export function useInstruments() {
  return trpc.instruments.list.useQuery({ limit: maxListed });
}

/** Refetches what depends on the prices or the facts of own instruments. */
export function useReloadInstruments(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    void utils.indicators.invalidate();
    void utils.signals.invalidate();
    void utils.portfolios.invalidate();
    await Promise.all([utils.instruments.invalidate(), utils.stocks.invalidate()]);
  };
}

export function useCreateInstrument() {
  const reload = useReloadInstruments();
  return trpc.instruments.create.useMutation({ onSuccess: () => void reload() });
}

export function useUpdateInstrument() {
  const reload = useReloadInstruments();
  return trpc.instruments.update.useMutation({ onSuccess: reload });
}

/** Adds prices, and replaces those of the same days. */
export function useAddBars(symbol: string) {
  const reload = useReloadInstruments();
  const client = useApiClient();
  return useMutation({
    mutationFn: (given: { bars: NewBar[] } | { csv: string }) =>
      client.instruments.addBars.mutate({ symbol, ...given }),
    onSuccess: reload,
  });
}

/** Deletes the price of a day. */
export function useDeleteBar(symbol: string) {
  const reload = useReloadInstruments();
  const client = useApiClient();
  return useMutation({
    mutationFn: (date: string) => client.instruments.deleteBars.mutate({ symbol, since: date, until: date }),
    onSuccess: reload,
  });
}

/** `1 price`, `120 prices`. */
export function countPrices(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'price' : 'prices'}`;
}

/** Asks, then deletes an instrument. A refusal is shown as an alert. */
export function useDeleteInstrument(onDeleted: () => void) {
  const { alert, confirm } = useAlerts();
  const reload = useReloadInstruments();
  const { mutate, isPending } = trpc.instruments.delete.useMutation({
    onSuccess: () => {
      onDeleted();
      void reload();
    },
    onError: (error) => alert(...describeFailure(error, 'Failed to delete instrument')),
  });

  async function remove({ symbol, bars }: Pick<Instrument, 'symbol' | 'bars'>) {
    const question = `Delete ${symbol} for good? Its ${countPrices(bars)}, indicators and rules go with it.`;
    if (await confirm(question, 'Delete')) mutate({ symbol, confirmation: symbol });
  }

  return { remove, isDeleting: isPending };
}

/** Downloads the prices of all own instruments as CSV. A failure shows an alert. */
export function useExportPrices() {
  const { alert } = useAlerts();
  const client = useApiClient();
  return useMutation({
    mutationFn: () => client.instruments.export.query(),
    onSuccess: ({ csv }) => saveFile('stockbook-own-prices.csv', new Blob([csv], { type: 'text/csv' })),
    onError: (error) =>
      alert(connectionSentence(error) ?? errorSentence(error, 'Failed to export your prices')),
  });
}
