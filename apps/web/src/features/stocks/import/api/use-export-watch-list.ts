import { useMutation } from '@tanstack/react-query';
import { useApiClient } from '../../../../lib/api/trpc.ts';
import { saveFile } from '../../../../lib/save-file.ts';

/** Downloads the watch list, or only the given symbols of it, as CSV. */
export function useExportWatchList(onError: (error: unknown) => void) {
  const client = useApiClient();
  return useMutation({
    mutationFn: (symbols: readonly string[] | null) =>
      client.transfer.exportWatchList.query(symbols === null ? undefined : { symbols: [...symbols] }),
    onSuccess: ({ csv }) => saveFile('stockbook-watch-list.csv', new Blob([csv], { type: 'text/csv' })),
    onError,
  });
}
