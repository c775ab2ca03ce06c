import { useMutation } from '@tanstack/react-query';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { connectionSentence, errorSentence } from '#lib/api/server-error.ts';
import { useApiClient } from '#lib/api/trpc.ts';
import { saveFile } from '#lib/save-file.ts';

/** Downloads the watch list, or only the given symbols of it, as CSV. A failure shows an alert. */
export function useExportWatchList() {
  const { alert } = useAlerts();
  const client = useApiClient();
  return useMutation({
    mutationFn: (symbols: readonly string[] | null) =>
      client.transfer.exportWatchList.query(symbols === null ? undefined : { symbols: [...symbols] }),
    onSuccess: ({ csv }) => saveFile('stockbook-watch-list.csv', new Blob([csv], { type: 'text/csv' })),
    onError: (error) =>
      alert(connectionSentence(error) ?? errorSentence(error, 'Failed to export the watch list')),
  });
}
