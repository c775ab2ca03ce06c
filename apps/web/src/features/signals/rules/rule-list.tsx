import type { SignalRule } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLists } from '#lib/api/lists.ts';
import { useSignalRules } from '../api/queries.ts';
import { RuleDialog } from '../rule-dialog/rule-dialog.tsx';
import { SignalsEmpty, SignalsLoading } from '../signals-states.tsx';
import { RuleItem } from './rule-item.tsx';
import { scopeName } from './scope-name.ts';

/** All rules of the user, newest first. */
export function RuleList() {
  const { data, error, isPending, refetch } = useSignalRules();
  const [dialog, setDialog] = useState<{ isOpen: boolean; rule: SignalRule | null }>({
    isOpen: false,
    rule: null,
  });
  const [message, setMessage] = useState<string | null>(null);
  const openDialog = (rule: SignalRule | null) => setDialog({ isOpen: true, rule });

  return (
    <div className="space-y-4">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {message ?? 'Evaluated at the close of each daily bar.'}
        </p>
        <Button variant="primary" needsServer onClick={() => openDialog(null)}>
          <Plus aria-hidden="true" /> Add Signal
        </Button>
      </div>
      <QueryError error={error} fallback="Failed to load signals" onRetry={refetch} />
      {isPending && <SignalsLoading />}
      {data?.rules.length === 0 && <SignalsEmpty />}
      {data && data.rules.length > 0 && (
        <ul
          aria-label="Rules"
          className="divide-y divide-line rounded-lg border border-line bg-surface pr-2 pl-4 shadow-card sm:pl-5"
        >
          {data.rules.map((rule) => (
            <RuleItem
              key={rule.id}
              rule={rule}
              onEdit={() => openDialog(rule)}
              scope={<Scope rule={rule} />}
            />
          ))}
        </ul>
      )}
      <RuleDialog
        isOpen={dialog.isOpen}
        onClose={() => setDialog((current) => ({ ...current, isOpen: false }))}
        symbol={null}
        rule={dialog.rule}
        onSaved={setMessage}
      />
    </div>
  );
}

function Scope({ rule }: { rule: SignalRule }) {
  const { symbol } = rule;
  const { lists } = useLists();
  if (symbol === null) return <span>{scopeName(rule, lists, 'Watch list')}</span>;
  return (
    <Link
      to="/stocks/$symbol"
      params={{ symbol }}
      className="font-medium text-accent underline-offset-4 hover:underline"
    >
      {symbol}
    </Link>
  );
}
