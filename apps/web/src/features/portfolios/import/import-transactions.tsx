import type { Portfolio } from '@stockbook/api/schemas';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useTransactionImport } from './api.ts';

const ImportDialog = lazyWithReload(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** The button `Import` with its wizard. The import continues if the wizard is closed. */
export function ImportTransactions({ portfolio }: { portfolio: Portfolio }) {
  const [isOpen, setIsOpen] = useState(false);
  const control = useTransactionImport(portfolio.id);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Upload aria-hidden="true" /> {control.isRunning ? 'Importing...' : 'Import'}
      </Button>
      {isOpen && (
        <SectionBoundary name="The import of transactions">
          <ImportDialog portfolio={portfolio} control={control} onClose={() => setIsOpen(false)} />
        </SectionBoundary>
      )}
    </>
  );
}
