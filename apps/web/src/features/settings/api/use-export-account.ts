import { useMutation } from '@tanstack/react-query';
import { useApiClient } from '#lib/api/trpc.ts';
import { saveFile } from '#lib/save-file.ts';

/** Downloads everything of the user as JSON. */
export function useExportAccount() {
  const client = useApiClient();
  return useMutation({
    mutationFn: () => client.transfer.exportAccount.query(),
    onSuccess: (account) => {
      const text = `${JSON.stringify(account, null, 2)}\n`;
      const today = new Date().toISOString().slice(0, 10);
      saveFile(`stockbook-export-${today}.json`, new Blob([text], { type: 'application/json' }));
    },
  });
}
