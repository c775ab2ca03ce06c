import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useExportWatchList, useImport } from './api.ts';

const ImportDialog = lazyWithReload(async () => (await import('./import-dialog.tsx')).ImportDialog);

export type Transfer = ReturnType<typeof useTransfer>;

/**
 * The import of stocks, and the export of the watch list.
 * @param listId of the list on show, which is exported, and which imported stocks join; null for all stocks
 */
export function useTransfer(listId: string | null) {
  const control = useImport();
  const { mutate, isPending: isExporting } = useExportWatchList();
  /** The text that the import dialog opens with; null while it is closed. */
  const [importText, setImportText] = useState<string | null>(null);
  return {
    control,
    importText,
    setImportText,
    listId,
    exportList: () => mutate(listId === null ? null : { list_id: listId }),
    isExporting,
  };
}

interface TransferButtonsProps {
  transfer: Transfer;
  /** Whether the list may have stocks to export. */
  hasExport: boolean;
  canExport: boolean;
  /** Called when one of the buttons is pressed. */
  onPress?: () => void;
}

/** Imports stocks and exports the watch list. */
export function TransferButtons({ transfer, hasExport, canExport, onPress }: TransferButtonsProps) {
  const { control, setImportText, exportList, isExporting } = transfer;
  return (
    <>
      <Button
        needsServer
        onClick={() => {
          onPress?.();
          setImportText('');
        }}
      >
        <Upload aria-hidden="true" /> {control.isRunning ? 'Importing...' : 'Import'}
      </Button>
      {hasExport && (
        <Button
          needsServer
          disabled={!canExport || isExporting}
          onClick={() => {
            onPress?.();
            exportList();
          }}
        >
          <Download aria-hidden="true" /> Export
        </Button>
      )}
    </>
  );
}

interface ImportStocksProps {
  transfer: Transfer;
  /** Whether the address opens it. */
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog of the import, while it is open. */
export function ImportStocks({ transfer, isOpen, onClose }: ImportStocksProps) {
  const { control, importText, setImportText, listId } = transfer;
  if (importText === null && !isOpen) return null;
  function close() {
    setImportText(null);
    if (isOpen) onClose();
  }
  return (
    <SectionBoundary name="The import of stocks">
      <ImportDialog control={control} initialText={importText ?? ''} shownListId={listId} onClose={close} />
    </SectionBoundary>
  );
}
