import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useExportAccount } from '../api.ts';

const DeleteAccountDialog = lazyWithReload(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

/** Downloads everything of the user as a file, or deletes it. */
export function YourDataCard() {
  const { mutate: exportAccount, isPending, error } = useExportAccount();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Card title="Your data" headingLevel={3}>
      <p className="mb-3 text-sm text-muted">
        One JSON file with your profile, watch list, notes, indicators, strategies, portfolios, signals,
        sign-ins, activity and the names of your tokens. Import it on the watch list of another Stockbook to
        get stocks, notes, favorites, indicators, saved studies, signal rules, strategies and portfolios back.
        Notification channels and tokens are not restored: their secrets are not in the file.
      </p>
      <QueryError error={error} fallback="Failed to export your data" className="mb-3" />
      <div className="flex flex-wrap gap-2">
        <Button disabled={isPending} onClick={() => exportAccount()}>
          <Download aria-hidden="true" /> {isPending ? 'Exporting...' : 'Export'}
        </Button>
        <Button onClick={() => setIsDeleting(true)}>
          <Trash2 aria-hidden="true" /> Delete account
        </Button>
      </div>
      {isDeleting && (
        <SectionBoundary name="The form that deletes your account">
          <DeleteAccountDialog onClose={() => setIsDeleting(false)} />
        </SectionBoundary>
      )}
    </Card>
  );
}
