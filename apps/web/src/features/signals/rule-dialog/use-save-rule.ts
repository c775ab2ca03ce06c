import type { SignalRule } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useDeleteRule, useUpdateRule } from '../api/mutations.ts';
import { ownNameOf, revealRule, ruleElementId } from '../rules/rule-element.ts';

/** Adds a rule, which may turn on the notification of stocks. */
function useCreateRule() {
  const utils = trpc.useUtils();
  return trpc.signals.rules.create.useMutation({
    onSuccess: async () => {
      await Promise.all([
        utils.signals.rules.invalidate(),
        utils.stocks.get.invalidate(),
        utils.stocks.list.invalidate(),
      ]);
    },
  });
}

type NewRule = Parameters<ReturnType<typeof useCreateRule>['mutate']>[0];
type RuleChange = Omit<Parameters<ReturnType<typeof useUpdateRule>['mutate']>[0], 'id'>;

interface SaveRuleEvents {
  readonly onClose: () => void;
  /** Receives the server's message if it turned on notifications, else null; null again if the rule is deleted. */
  readonly onMessage?: ((message: string | null) => void) | undefined;
}

/** Adds and changes rules. A toast then leads to the rule, and takes the change back. */
export function useSaveRule({ onClose, onMessage }: SaveRuleEvents) {
  const create = useCreateRule();
  const update = useUpdateRule();
  const remove = useDeleteRule();
  const showToast = useUndoToast();
  const navigate = useNavigate();
  const { alert } = useAlerts();

  function finish(message: string, { id }: SignalRule, undo: () => Promise<unknown>) {
    showToast({
      message,
      onShow: () => {
        if (!revealRule(id)) {
          void navigate({ to: '/signals', search: { tab: 'rules' }, hash: ruleElementId(id) });
        }
      },
      onUndo: () => void undo().catch((error) => alert(...describeFailure(error, 'Failed to save signal'))),
    });
    onClose();
  }

  return {
    isBusy: create.isPending || update.isPending,
    error: create.error ?? update.error,
    add: (values: NewRule) =>
      create.mutate(values, {
        onSuccess: ({ message, notifications_turned_on: count, ...added }) => {
          onMessage?.(count > 0 ? message : null);
          finish('Signal added.', added, async () => {
            onMessage?.(null);
            await remove.mutateAsync({ id: added.id });
          });
        },
      }),
    change: (rule: SignalRule, values: RuleChange) =>
      update.mutate(
        { id: rule.id, ...values },
        {
          onSuccess: (saved) => {
            onMessage?.(null);
            finish('Signal saved.', saved, () => update.mutateAsync({ id: rule.id, ...valuesOf(rule) }));
          },
        },
      ),
  };
}

function valuesOf(rule: SignalRule): RuleChange {
  const { when, scope, symbol, list_id, trigger, quiet_bars, during_session, expires_on } = rule;
  const name = ownNameOf(rule);
  return { when, name, scope, symbol, list_id, trigger, quiet_bars, during_session, expires_on };
}
