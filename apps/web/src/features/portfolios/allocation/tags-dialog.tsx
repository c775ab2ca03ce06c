import type { Portfolio, TagGroup } from '@stockbook/api/schemas';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { useDeleteTagGroup, useHeldSymbols, useTagGroups } from './api.ts';
import { TagGroupForm } from './tag-group-form.tsx';

interface TagsDialogProps {
  portfolio: Portfolio;
  onClose: () => void;
}

/** The tag groups of a portfolio: adds, edits and deletes them. */
export function TagsDialog({ portfolio, onClose }: TagsDialogProps) {
  const { data, error, refetch } = useTagGroups(portfolio.id);
  const held = useHeldSymbols(portfolio.id);
  /** The group in the form; `new` for one that does not exist yet. */
  const [edited, setEdited] = useState<TagGroup | 'new' | null>(null);
  const isForm = edited !== null && held !== undefined;
  return (
    <Dialog
      title={edited === null ? 'Tags' : edited === 'new' ? 'Add group' : `Group ${edited.name}`}
      open
      size="lg"
      onClose={onClose}
    >
      <QueryError error={error} fallback="Failed to load tags" onRetry={refetch} />
      {!error && (!data || !held) && <Skeleton className="h-40" />}
      {isForm && (
        <TagGroupForm
          portfolioId={portfolio.id}
          group={edited === 'new' ? null : edited}
          held={held}
          onDone={() => setEdited(null)}
        />
      )}
      {!isForm && data && held && (
        <div className="space-y-4">
          <p className="text-sm text-muted">
            A group divides your stocks in your own way, for example by region. What a group leaves out is
            “Not assigned”.
          </p>
          {data.groups.length > 0 && (
            <GroupList portfolioId={portfolio.id} groups={data.groups} onEdit={setEdited} />
          )}
          <div className="flex justify-end">
            <Button variant="primary" onClick={() => setEdited('new')}>
              <Plus aria-hidden="true" /> Add group
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface GroupListProps {
  portfolioId: string;
  groups: readonly TagGroup[];
  onEdit: (group: TagGroup) => void;
}

function GroupList({ portfolioId, groups, onEdit }: GroupListProps) {
  const { confirm } = useAlerts();
  const { mutate, error } = useDeleteTagGroup();

  async function remove({ id, name }: TagGroup) {
    if (await confirm(`Delete the group “${name}” with its tags?`, 'Delete')) {
      mutate({ portfolioId, groupId: id });
    }
  }

  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {groups.map((group) => (
          <li key={group.id} className="flex items-center gap-2 py-2 text-sm">
            <div className="min-w-0 grow">
              <p className="font-medium">{group.name}</p>
              <p className="text-muted">{group.tags.map(({ name }) => name).join(', ') || 'No tags'}</p>
            </div>
            <IconButton label={`Edit ${group.name}`} onClick={() => onEdit(group)}>
              <Pencil aria-hidden="true" />
            </IconButton>
            <IconButton label={`Delete ${group.name}`} onClick={() => void remove(group)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <QueryError error={error} fallback="Failed to delete the group" />
    </>
  );
}
