import { Menu } from '@base-ui/react/menu';
import type { SignalRule } from '@stockbook/api/schemas';
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useAlerts } from '../../../components/feedback/alerts.tsx';
import { IconButton } from '../../../components/ui/button.tsx';
import { Switch } from '../../../components/ui/switch.tsx';
import { connectionSentence, errorSentence } from '../../../lib/api/server-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { useDeleteRule } from '../api/use-delete-rule.ts';
import { useUpdateRule } from '../api/use-update-rule.ts';

const menuItemClass =
  'flex h-9 cursor-default items-center gap-2.5 rounded-[0.375rem] px-2.5 text-sm outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:text-muted';

/** A rule with its switch, the date of its last signal, its problem and its menu. */
export function RuleItem({ rule, onEdit }: { rule: SignalRule; onEdit: () => void }) {
  const { alert, confirm } = useAlerts();
  const update = useUpdateRule();
  const remove = useDeleteRule();
  // The requested state, until the changed rule has come.
  const isActive = update.isPending ? (update.variables.is_active ?? rule.is_active) : rule.is_active;

  const toggle = (is_active: boolean) =>
    update.mutate(
      { id: rule.id, is_active },
      { onError: (error) => alert(errorSentence(error, 'Failed to save signal'), connectionSentence(error)) },
    );

  async function askAndDelete() {
    if (!(await confirm(`Delete "${rule.name}"? Its signals stay.`, 'Delete'))) return;
    remove.mutate(
      { id: rule.id },
      {
        onError: (error) => alert(errorSentence(error, 'Failed to delete signal'), connectionSentence(error)),
      },
    );
  }

  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 grow">
        <Switch
          label={<span className={isActive ? 'font-medium' : 'text-muted'}>{rule.name}</span>}
          checked={isActive}
          onChange={toggle}
        />
        <div className="mt-0.5 pl-[2.875rem] text-xs text-muted">
          {rule.name !== rule.sentence && <p>{rule.sentence}</p>}
          <p>
            {rule.last_signal === null
              ? 'No signal so far'
              : `Last signal at the close of ${formatDate(rule.last_signal)}`}
          </p>
          {rule.problems.map(({ symbol, message }) => (
            <p key={symbol} className="text-warn">
              {message}
            </p>
          ))}
        </div>
      </div>
      <Menu.Root>
        <Menu.Trigger render={<IconButton label={`Menu of ${rule.name}`} />}>
          <EllipsisVertical aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-40">
            <Menu.Popup className="w-36 rounded-lg border border-line bg-surface p-1 text-ink shadow-raised outline-none">
              <Menu.Item className={menuItemClass} onClick={onEdit}>
                <Pencil aria-hidden="true" /> Edit
              </Menu.Item>
              <Menu.Item className={menuItemClass} onClick={askAndDelete}>
                <Trash2 aria-hidden="true" /> Delete
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </li>
  );
}
