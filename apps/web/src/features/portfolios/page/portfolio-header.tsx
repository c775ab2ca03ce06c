import type { Portfolio } from '@stockbook/api/schemas';
import { Download, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { ActionMenu } from '#components/ui/overlay/action-menu.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { ImportTransactions } from '../import/import-transactions.tsx';
import { AddTransaction } from '../transactions/add-transaction.tsx';

const dialogs = {
  settings: lazyWithReload(async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog),
  export: lazyWithReload(async () => (await import('../settings/export-dialog.tsx')).ExportDialog),
  delete: lazyWithReload(
    async () => (await import('../settings/delete-portfolio-dialog.tsx')).DeletePortfolioDialog,
  ),
};

/** The name of a portfolio with its menu and the buttons that add to it. */
export function PortfolioHeader({ portfolio }: { portfolio: Portfolio }) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const OpenDialog = open && dialogs[open];
  return (
    <>
      <PageHeader
        title={portfolio.name}
        badge="Preview"
        marks={
          <>
            <span className="text-sm text-muted">{portfolio.currency}</span>
            {portfolio.is_example && <Badge tone="accent">Example</Badge>}
          </>
        }
        sentence={portfolio.description}
        actions={
          <>
            <ImportTransactions portfolio={portfolio} />
            <AddTransaction portfolio={portfolio} />
            <ActionMenu
              label="More of this portfolio"
              actions={[
                {
                  label: 'Settings',
                  icon: <Settings aria-hidden="true" />,
                  onSelect: () => setOpen('settings'),
                },
                { label: 'Export', icon: <Download aria-hidden="true" />, onSelect: () => setOpen('export') },
                {
                  label: 'Delete portfolio',
                  icon: <Trash2 aria-hidden="true" />,
                  onSelect: () => setOpen('delete'),
                },
              ]}
            />
          </>
        }
      />
      {OpenDialog && (
        <SectionBoundary name="The dialog">
          <OpenDialog portfolio={portfolio} onClose={() => setOpen(null)} />
        </SectionBoundary>
      )}
    </>
  );
}
