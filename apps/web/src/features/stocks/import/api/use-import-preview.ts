import type { ImportPreview } from '@stockbook/api/schemas';
import { useMutation } from '@tanstack/react-query';
import { useApiClient } from '#lib/api/trpc.ts';

/** Asks the server for the verdict of each line; stores nothing. */
export function useImportPreview() {
  const client = useApiClient();
  return useMutation({
    mutationFn: async (text: string): Promise<ImportPreview> => {
      const preview = await client.transfer.import.mutate({ text, commit: false });
      if (!('lines' in preview)) throw new Error('The server returned a task instead of a preview');
      return preview;
    },
  });
}
