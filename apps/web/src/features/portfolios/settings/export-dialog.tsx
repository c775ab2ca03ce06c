import type { Portfolio } from '@stockbook/api/schemas';
import { Download } from 'lucide-react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { exportFiles, useExport } from '../api/exports.ts';

interface ExportDialogProps {
  portfolio: Portfolio;
  onClose: () => void;
}

/** The files that a portfolio can be saved as. */
export function ExportDialog({ portfolio, onClose }: ExportDialogProps) {
  const { mutate, isPending, variables, error } = useExport(portfolio);
  return (
    <Dialog title="Export" open onClose={onClose}>
      <QueryError error={error} fallback="Failed to export" className="mb-3" />
      <ul className="divide-y divide-line">
        {exportFiles.map((file) => (
          <li key={file.name} className="flex items-center justify-between gap-4 py-2.5">
            <div className="text-sm">
              <p className="font-medium">{file.label}</p>
              <p className="text-muted">{file.sentence}</p>
            </div>
            <Button size="sm" disabled={isPending} onClick={() => mutate(file)}>
              <Download aria-hidden="true" />
              {isPending && variables === file ? 'Downloading...' : 'Download'}{' '}
              <span className="sr-only">{file.label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
