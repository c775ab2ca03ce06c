import { Download } from 'lucide-react';
import { QueryError } from '../../../components/feedback/query-error.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useExportAccount } from '../api/use-export-account.ts';

/** Downloads everything of the user as a file. */
export function ExportCard() {
  const { mutate: exportAccount, isPending, error } = useExportAccount();
  return (
    <Card title="Your data">
      <p className="mb-3 text-sm text-muted">
        One JSON file with your profile, watch list, notes, indicators, strategies, portfolios and the names
        of your tokens. Import it on the watch list of another Stockbook to get stocks, notes, favorites and
        indicators back.
      </p>
      {error && <QueryError error={error} fallback="Failed to export your data" className="mb-3" />}
      <Button disabled={isPending} onClick={() => exportAccount()}>
        <Download aria-hidden="true" /> {isPending ? 'Exporting...' : 'Export account'}
      </Button>
    </Card>
  );
}
