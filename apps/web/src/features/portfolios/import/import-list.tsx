import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatMoment } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { type PortfolioImport, useImports, useTakeBack } from './api.ts';

export function countTransactions(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}

/** The earlier imports of a portfolio, each of which can be taken back. */
export function ImportList({ portfolioId }: { portfolioId: string }) {
  const { data, error, refetch } = useImports(portfolioId);
  const takeBack = useTakeBack();
  return (
    <section aria-label="Earlier imports" className="border-t border-line pt-3 empty:hidden">
      <QueryError error={error} fallback="Failed to load the imports" onRetry={refetch} />
      <QueryError error={takeBack.error} fallback="Failed to take the import back" />
      {takeBack.data && (
        <p role="status" className="mb-2 rounded-md bg-up-soft px-3.5 py-2.5 text-sm font-medium text-up">
          {takeBack.data.message}
        </p>
      )}
      {data && data.imports.length > 0 && (
        <>
          <h3 className="text-sm font-semibold">Earlier imports</h3>
          <ul className="divide-y divide-line">
            {data.imports.map((each) => (
              <ImportRow
                key={each.id}
                entry={each}
                isBusy={takeBack.isPending}
                onTakeBack={() => takeBack.mutate({ portfolioId, importId: each.id })}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface ImportRowProps {
  entry: PortfolioImport;
  isBusy: boolean;
  onTakeBack: () => void;
}

function ImportRow({ entry, isBusy, onTakeBack }: ImportRowProps) {
  const { confirm } = useAlerts();
  const { file_name, preset, added, created_at } = entry;
  const name = file_name ?? 'Pasted text';

  async function ask() {
    const question = `Take the import of “${name}” back? Its transactions are deleted, also those that you have edited.`;
    if (await confirm(question, 'Take back')) onTakeBack();
  }

  return (
    <li className="flex items-center gap-3 py-2 text-sm">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="text-muted">
          {[countTransactions(added), preset, formatMoment(created_at)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={`Take back the import of ${name}`}
        disabled={isBusy}
        onClick={() => void ask()}
      >
        Take back
      </Button>
    </li>
  );
}
