import type { SignalRule } from '@stockbook/api/schemas';
import { Plus } from 'lucide-react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { useLists } from '#lib/api/lists.ts';
import { useSignalRules, useStockSignals } from '../api/queries.ts';
import { noSignals } from '../no-signals.ts';
import { RuleItem } from '../rules/rule-item.tsx';
import { scopeName } from '../rules/scope-name.ts';

interface SignalsCardProps {
  symbol: string;
  /** Whether rules over the favorites watch the stock. */
  isFavorite: boolean;
  /** A message of the server about the rule that was added last. */
  message: string | null;
  onAdd: () => void;
  onEdit: (rule: SignalRule) => void;
}

/** The rules of a stock, and apart from them those over lists that watch it. */
export function SignalsCard({ symbol, isFavorite, message, onAdd, onEdit }: SignalsCardProps) {
  const { data, error, isPending, refetch } = useSignalRules(symbol);
  const all = useSignalRules().data?.rules ?? [];
  const { lists } = useLists();
  const watches = ({ scope, list_id }: SignalRule) => {
    if (scope === 'list') return lists?.find(({ id }) => id === list_id)?.symbols.includes(symbol);
    return scope === 'watch_list' || (scope === 'favorites' && isFavorite);
  };
  const overLists = all.filter((rule) => rule.is_active && watches(rule));
  // In the cache: the marks of the chart come from the same response.
  const signals = useStockSignals(symbol, data?.rules.some((rule) => rule.during_session) === true).data;
  const lastTimeOf = ({ id, last_signal }: SignalRule) =>
    signals?.signals.find(({ rule_id, bar_date }) => rule_id === id && bar_date === last_signal)?.price_time;
  return (
    <Card
      title="Signals"
      actions={
        <Button size="sm" needsServer onClick={onAdd}>
          <Plus aria-hidden="true" /> Add Signal
        </Button>
      }
    >
      <p role="status" className="text-sm text-muted not-empty:mb-2">
        {message}
      </p>
      {isPending && <Spinner size="sm" text="Loading signals..." className="py-4" />}
      <QueryError error={error} fallback="Failed to load signals" onRetry={refetch} />
      {data?.rules.length === 0 && <p className="py-2 text-sm text-muted">{noSignals}</p>}
      {data && data.rules.length > 0 && (
        <ul className="divide-y divide-line">
          {data.rules.map((rule) => (
            <RuleItem
              key={rule.id}
              rule={rule}
              onEdit={() => onEdit(rule)}
              lastTime={lastTimeOf(rule) ?? null}
            />
          ))}
        </ul>
      )}
      {overLists.length > 0 && (
        <section aria-label="Rules over lists" className="mt-3 border-t border-line pt-3">
          <h3 className="text-sm font-semibold">Rules over lists</h3>
          <ul className="divide-y divide-line">
            {overLists.map((rule) => (
              <RuleItem
                key={rule.id}
                rule={rule}
                onEdit={() => onEdit(rule)}
                scope={<span>{scopeName(rule, lists, 'Whole watch list')}</span>}
              />
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}
