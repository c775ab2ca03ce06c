import type { RulePreview, SignalRule } from '@stockbook/api/schemas';
import { useRef } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

/** Loads the parser of rules. */
const RuleForm = lazyWithReload(
  async () => (await import('./rule-fields.tsx')).RuleForm,
  <Skeleton className="h-96" />,
);

interface RuleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The stock of the page; null outside of a stock's page. */
  symbol: string | null;
  /** The rule to edit; null for a new one. */
  rule: SignalRule | null;
  /** Receives the bars on which the rule became true while it is being written; null at the end. */
  onPreview?: (preview: RulePreview | null) => void;
  /** Receives the server's message about a new rule; null after a change. */
  onSaved?: (message: string | null) => void;
  /** Moves the chart of the page to a bar, `YYYY-MM-DD`. */
  onShowDate?: (date: string) => void;
}

/** Adds or edits a signal rule. Docked beside the page, whose chart shows the preview. */
export function RuleDialog({ isOpen, onClose, symbol, rule, ...events }: RuleDialogProps) {
  const { onPreview, onSaved, onShowDate } = events;
  const isChanged = useRef(false);
  const firstControl = useRef<HTMLElement>(null);
  const { confirm } = useAlerts();

  async function dismiss() {
    if (!isChanged.current || (await confirm('Discard this rule?', 'Discard'))) onClose();
  }

  return (
    <Dialog
      title={rule ? 'Edit Signal' : 'Add Signal'}
      open={isOpen}
      onClose={() => void dismiss()}
      initialFocus={firstControl}
      isDocked
    >
      <SectionBoundary name="The form">
        <RuleForm
          symbol={symbol}
          rule={rule}
          onClose={onClose}
          onCancel={() => void dismiss()}
          isChanged={isChanged}
          firstControl={firstControl}
          {...(onPreview ? { onPreview } : {})}
          {...(onSaved ? { onSaved } : {})}
          onShowDate={onShowDate}
        />
      </SectionBoundary>
    </Dialog>
  );
}
