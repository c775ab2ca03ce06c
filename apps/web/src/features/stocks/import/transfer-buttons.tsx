import { Download, Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAlerts } from '../../../components/feedback/alerts.tsx';
import { SectionBoundary } from '../../../components/feedback/section-boundary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { connectionSentence, errorSentence } from '../../../lib/api/server-error.ts';
import { lazyWithReload } from '../../../lib/lazy-with-reload.ts';
import { useExportWatchList } from './api/use-export-watch-list.ts';
import { useImport } from './api/use-import.ts';

const ImportDialog = lazyWithReload(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Imports stocks and exports the watch list. */
export function TransferButtons({ canExport }: { canExport: boolean }) {
  const { alert } = useAlerts();
  const [isOpen, setIsOpen] = useState(false);
  const control = useImport();
  const { mutate: exportList, isPending } = useExportWatchList((error) =>
    alert(connectionSentence(error) ?? errorSentence(error, 'Failed to export the watch list')),
  );
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Upload aria-hidden="true" /> {control.isRunning ? 'Importing...' : 'Import'}
      </Button>
      <Button disabled={!canExport || isPending} onClick={() => exportList()}>
        <Download aria-hidden="true" /> Export
      </Button>
      {isOpen && (
        <SectionBoundary name="The import of stocks">
          <Suspense>
            <ImportDialog control={control} onClose={() => setIsOpen(false)} />
          </Suspense>
        </SectionBoundary>
      )}
    </>
  );
}
