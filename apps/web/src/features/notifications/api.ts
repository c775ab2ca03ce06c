import type { NotificationChannel, SavedChannel } from '@stockbook/api/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { trpc } from '#lib/api/trpc.ts';
import { deviceQueryKey, endIfDeleted } from '#pwa/push/device.ts';
import { PushBrowserContext } from '#pwa/push/push-browser.ts';
import { type ChannelKind, isEntered } from './channels/channel-kinds.ts';

const refetchIntervalMs = 10_000;

/**
 * The notification channels, newest first, and the kinds that the server offers; fetched again while a code or link
 * waits.
 */
export function useChannels() {
  return trpc.notifications.listChannels.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.channels.some(
        ({ confirmation_expires_at: end }) => end !== null && Date.parse(end) > Date.now(),
      )
        ? refetchIntervalMs
        : false,
  });
}

interface ChannelFields {
  readonly name: string;
  /** Undefined for a device. */
  readonly target?: string;
  /** Undefined to keep the stored token. */
  readonly token?: string;
}

/** Creates a channel, or changes the one with this id. */
export function useSaveChannel() {
  const utils = trpc.useUtils();
  const create = trpc.notifications.createChannel.useMutation();
  const update = trpc.notifications.updateChannel.useMutation();
  return async (
    key: { kind: ChannelKind } | { channelId: string },
    fields: ChannelFields,
  ): Promise<SavedChannel> => {
    const saved =
      'kind' in key
        ? await create.mutateAsync({ ...key, ...fields })
        : await update.mutateAsync({ ...key, ...fields });
    void utils.notifications.listChannels.invalidate();
    return saved;
  };
}

/** @returns what takes back that a channel was saved; null if it cannot be: a new target has lost its token */
export function useUndoSave() {
  const save = useSaveChannel();
  const { mutateAsync: remove } = useChannelDeletion();
  return (saved: SavedChannel, before: NotificationChannel | null): (() => Promise<unknown>) | null => {
    if (before === null) return () => remove({ channelId: saved.id });
    if (saved.target !== before.target) return null;
    const { kind, name, target } = before;
    return () => save({ channelId: saved.id }, { name, ...(isEntered(kind) && { target }) });
  };
}

/** Switches a channel on or off; `isActive` is the requested state while the request is pending. */
export function useSwitchChannel({ id, is_active }: NotificationChannel) {
  const utils = trpc.useUtils();
  const { mutate, isPending, variables, error } = trpc.notifications.updateChannel.useMutation({
    onSettled: () => utils.notifications.listChannels.invalidate(),
  });
  return {
    isActive: isPending ? (variables.is_active ?? is_active) : is_active,
    setActive: (isActive: boolean) => mutate({ channelId: id, is_active: isActive }),
    error,
  };
}

/** Switches whether a device shows symbols and prices on its lock screen. */
export function useShowDetails({ id, shows_details }: NotificationChannel) {
  const utils = trpc.useUtils();
  const { mutate, isPending, variables, error } = trpc.notifications.updateChannel.useMutation({
    onSettled: () => utils.notifications.listChannels.invalidate(),
  });
  return {
    /** The requested choice while the request is pending. */
    areShown: (isPending ? variables.shows_details : shows_details) ?? true,
    show: (areShown: boolean) => mutate({ channelId: id, shows_details: areShown }),
    error,
  };
}

/**
 * Deletes channels, and removes them from the list after the server has confirmed. Ends the subscription of this
 * browser with its channel.
 */
function useChannelDeletion() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const browser = useContext(PushBrowserContext);
  return trpc.notifications.deleteChannel.useMutation({
    onSuccess: async (_, { channelId }) => {
      utils.notifications.listChannels.setData(
        undefined,
        (list) =>
          list && {
            ...list,
            total: list.total - 1,
            channels: list.channels.filter(({ id }) => id !== channelId),
          },
      );
      void utils.notifications.listDeliveries.invalidate();
      // Without storage, the next start of the page ends it.
      await endIfDeleted(browser, channelId).catch(() => {});
      void queryClient.invalidateQueries({ queryKey: deviceQueryKey });
    },
  });
}

/** Deletes one of the listed channels; its row shows the error. */
export function useDeleteChannel({ id }: NotificationChannel) {
  const { mutate, isPending, error } = useChannelDeletion();
  return { remove: () => mutate({ channelId: id }), isDeleting: isPending, error };
}

/** Sends a test message. A message that does not arrive is a result, not an error. */
export function useTestChannel() {
  const utils = trpc.useUtils();
  return trpc.notifications.testChannel.useMutation({
    onSuccess: () => utils.notifications.listChannels.invalidate(),
  });
}

/** Shows a changed channel in the list. */
function useReplaceChannel() {
  const utils = trpc.useUtils();
  return (changed: NotificationChannel) =>
    utils.notifications.listChannels.setData(
      undefined,
      (list) =>
        list && {
          ...list,
          channels: list.channels.map((channel) => (channel.id === changed.id ? changed : channel)),
        },
    );
}

/** Confirms the address of a channel by the code that was sent to it. */
export function useConfirmChannel(onConfirmed: () => void) {
  const replaceChannel = useReplaceChannel();
  return trpc.notifications.confirmChannelByCode.useMutation({
    onSuccess: (channel) => {
      onConfirmed();
      replaceChannel(channel);
    },
  });
}

/** Sends another code or link to the address of a channel. */
export function useResendConfirmation() {
  return trpc.notifications.resendConfirmation.useMutation({ onSuccess: useReplaceChannel() });
}

const maxShown = 50;

/** The latest deliveries, newest first; fetched again while one is pending. */
export function useDeliveries() {
  return trpc.notifications.listDeliveries.useQuery(
    { limit: maxShown },
    {
      refetchInterval: ({ state }) =>
        state.data?.deliveries.some(({ status }) => status === 'pending') ? refetchIntervalMs : false,
    },
  );
}

/** Sends a failed delivery again. */
export function useRetryDelivery() {
  const utils = trpc.useUtils();
  return trpc.notifications.retryDelivery.useMutation({
    onSettled: () => utils.notifications.listDeliveries.invalidate(),
  });
}
