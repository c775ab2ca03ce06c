import { Download, Upload } from 'lucide-react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useExportWatchList, useImport } from './api.ts';

const ImportDialog = lazyWithReload(async () => (await import('./import-dialog.tsx')).ImportDialog);

interface TransferButtonsProps {
  canExport: boolean;
  /** The text that the import dialog opens with; null while it is closed. */
  importText: string | null;
  onImportText: (text: string | null) => void;
}

/** Imports stocks and exports the watch list. */
export function TransferButtons({ canExport, importText, onImportText }: TransferButtonsProps) {
  const control = useImport();
  const { mutate: exportList, isPending } = useExportWatchList();
  return (
    <>
      <Button onClick={() => onImportText('')}>
        <Upload aria-hidden="true" /> {control.isRunning ? 'Importing...' : 'Import'}
      </Button>
      <Button disabled={!canExport || isPending} onClick={() => exportList(null)}>
        <Download aria-hidden="true" /> Export
      </Button>
      {importText !== null && (
        <SectionBoundary name="The import of stocks">
          <ImportDialog control={control} initialText={importText} onClose={() => onImportText(null)} />
        </SectionBoundary>
      )}
    </>
  );
}
