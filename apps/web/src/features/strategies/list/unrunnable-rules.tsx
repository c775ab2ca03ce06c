import { Badge } from '#components/ui/badge.tsx';
import type { Strategy } from '../api/types.ts';
import { isNewerFormat } from '../runnable-rules.ts';

/** Rules that this version cannot run. */
export function UnrunnableRules({ strategy }: { strategy: Strategy }) {
  return (
    <div className="mt-2 space-y-2">
      {isNewerFormat(strategy.rules) ? (
        <Badge tone="warn">Made by a newer version</Badge>
      ) : (
        <p className="text-sm text-muted">This strategy's rules are not in a form that can be run</p>
      )}
      {strategy.description && <p className="text-sm">{strategy.description}</p>}
      <pre className="max-h-28 overflow-hidden rounded-md bg-sunken p-2.5 font-mono text-xs whitespace-pre-wrap">
        {JSON.stringify(strategy.rules, null, 2)}
      </pre>
    </div>
  );
}
