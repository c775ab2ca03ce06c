import type { SignalRule } from '@stockbook/api/schemas';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { ActionMenu } from '#components/ui/overlay/action-menu.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { capitalize } from '#lib/format/words.ts';
import { useDeleteRule, useUpdateRule } from '../api/mutations.ts';
import { ownNameOf, revealRule, ruleElementId, titleOf } from './rule-element.ts';

interface RuleItemProps {
  rule: SignalRule;
  onEdit: () => void;
  /** The stocks that the rule watches, if the page does not show it. */
  scope?: ReactNode;
  /** When the price of the last signal was paid; null for one at the close, or if the page does not know. */
  lastTime?: string | null;
}

/** A rule with its switch, its signals, its problems and its menu. */
export function RuleItem({ rule, onEdit, scope, lastTime = null }: RuleItemProps) {
  const title = titleOf(rule);
  const { alert, confirm } = useAlerts();
  const update = useUpdateRule();
  const remove = useDeleteRule();
  // The requested state, until the changed rule has come.
  const isActive = update.isPending ? (update.variables.is_active ?? rule.is_active) : rule.is_active;

  const toggle = (is_active: boolean) =>
    update.mutate(
      { id: rule.id, is_active },
      { onError: (error) => alert(...describeFailure(error, 'Failed to save signal')) },
    );

  async function confirmAndDelete() {
    if (!(await confirm(`Delete "${title}"? Its signals stay.`, 'Delete'))) return;
    remove.mutate(
      { id: rule.id },
      {
        onError: (error) => alert(...describeFailure(error, 'Failed to delete signal')),
      },
    );
  }

  // The address of a toast's button.
  useEffect(() => {
    if (location.hash.slice(1) === ruleElementId(rule.id)) revealRule(rule.id);
  }, [rule.id]);

  return (
    <li id={ruleElementId(rule.id)} tabIndex={-1} className="flex items-start gap-2 rounded-sm py-2.5">
      <div className="min-w-0 grow">
        <Switch
          label={<span className={cn('min-w-0', isActive ? 'font-medium' : 'text-muted')}>{title}</span>}
          checked={isActive}
          onChange={toggle}
        />
        <div className="mt-0.5 pl-[2.875rem] text-xs text-muted">
          {ownNameOf(rule) !== null && <p>{capitalize(rule.sentence)}</p>}
          <p className="flex flex-wrap gap-x-3">
            {scope}
            {rule.during_session && <Badge>During the session</Badge>}
            {rule.expires_on !== null && <span>Until {formatDate(rule.expires_on)}</span>}
            {rule.signal_count > 0 && <span>{countSentence(rule.signal_count)}</span>}
            <span>
              {rule.last_signal === null
                ? 'No signal so far'
                : lastSignalText(rule, rule.last_signal, lastTime)}
            </span>
          </p>
          {rule.problems.map(({ symbol, message }) => (
            <p key={symbol} className="text-warn">
              {message}
            </p>
          ))}
        </div>
      </div>
      <ActionMenu
        label={`Menu of ${title}`}
        actions={[
          { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: onEdit },
          { label: 'Delete', icon: <Trash2 aria-hidden="true" />, onSelect: confirmAndDelete },
        ]}
      />
    </li>
  );
}

/** A rule that is checked during the session may have given its signal before the close. */
function lastSignalText({ during_session }: SignalRule, date: string, time: string | null): string {
  if (!during_session) return `Last signal at the close of ${formatDate(date)}`;
  return `Last signal on ${formatDate(date)}${time === null ? '' : `, ${formatTime(time)}`}`;
}

function countSentence(count: number): string {
  return count === 1 ? '1 signal' : `${formatCount(count)} signals`;
}
