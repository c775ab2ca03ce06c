import { useMutation } from '@tanstack/react-query';
import { useApiClient } from '../../../../lib/api/trpc.ts';
import { saveFile } from '../../../../lib/save-file.ts';

/** Downloads the watch list as CSV. */
export function useExportWatchList(onError: (error: unknown) => void) {
  const client = useApiClient();
  return useMutation({
    mutationFn: () => client.transfer.exportWatchList.query(),
    onSuccess: ({ csv }) => saveFile('stockbook-watch-list.csv', new Blob([csv], { type: 'text/csv' })),
    onError,
  });
}
