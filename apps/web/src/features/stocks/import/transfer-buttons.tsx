import { Download, Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAlerts } from '../../../components/feedback/alerts.tsx';
import { SectionBoundary } from '../../../components/feedback/section-boundary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { connectionSentence, errorSentence } from '../../../lib/api/server-error.ts';
import { lazyWithReload } from '../../../lib/lazy-with-reload.ts';
import { useExportWatchList } from './api/use-export-watch-list.ts';

const ImportDialog = lazyWithReload(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Imports stocks and exports the watch list. */
export function TransferButtons({ canExport }: { canExport: boolean }) {
  const { alert } = useAlerts();
  const [isImporting, setIsImporting] = useState(false);
  const { mutate: exportList, isPending } = useExportWatchList((error) =>
    alert(connectionSentence(error) ?? errorSentence(error, 'Failed to export the watch list')),
  );
  return (
    <>
      <Button onClick={() => setIsImporting(true)}>
        <Upload aria-hidden="true" /> Import
      </Button>
      <Button disabled={!canExport || isPending} onClick={() => exportList()}>
        <Download aria-hidden="true" /> Export
      </Button>
      {isImporting && (
        <SectionBoundary name="The import of stocks">
          <Suspense>
            <ImportDialog onClose={() => setIsImporting(false)} />
          </Suspense>
        </SectionBoundary>
      )}
    </>
  );
}
