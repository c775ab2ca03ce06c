import type { NotificationChannel } from '@stockbook/api/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { useStoppedLine } from '#hooks/use-user-state.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { readOwner, writeOwner } from '#lib/session/device-data.ts';
import { useSessionState } from '#lib/session/session-context.ts';
import { tokenStorage } from '#lib/session/token-storage.ts';
import { deviceQueryKey, readDeviceState, turnOff, turnOn } from '#pwa/push/device.ts';
import { type Obstacle, PushBrowserContext, PushServiceError } from '#pwa/push/push-browser.ts';
import { useChannels } from '../api.ts';

/** The state of this browser as a device, by the table of the specification. */
export type DeviceView =
  | { readonly state: 'insecure' }
  | { readonly state: Exclude<Obstacle, 'insecure'> | 'off' | 'refused' | 'lost' | 'failed' }
  | { readonly state: 'not-offered'; readonly reason: string }
  | { readonly state: 'on'; readonly channel: NotificationChannel };

/** Reads what the browser and the server know of this device. */
function useDeviceView() {
  const browser = useContext(PushBrowserContext);
  const device = useQuery({
    queryKey: deviceQueryKey,
    queryFn: () => readDeviceState(browser),
    // The user may have changed the permission in another window.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
  const obstacle = device.data?.obstacle;
  const offer = trpc.notifications.webPush.useQuery(undefined, { enabled: obstacle === null });
  const channels = useChannels();

  function view(): DeviceView | undefined {
    if (!device.data) return undefined;
    const { permission, isSubscribed, channelId } = device.data;
    if (device.data.obstacle !== null) return { state: device.data.obstacle };
    if (!offer.data || !channels.data) return undefined;
    const { reason } = offer.data;
    if (reason !== null) return { state: 'not-offered', reason };
    if (permission === 'denied') return { state: 'refused' };
    if (channelId === null) return { state: 'off' };
    if (!isSubscribed) return { state: 'lost' };
    const channel = channels.data.channels.find(({ id }) => id === channelId);
    return channel ? { state: 'on', channel } : { state: 'off' };
  }

  return {
    view: view(),
    error: offer.error,
    retry: offer.refetch,
    serverKey: offer.data?.public_key ?? null,
  };
}

/** This browser as a device, and what turns its notifications on and off. */
export function useDevice() {
  const browser = useContext(PushBrowserContext);
  const client = useApiClient();
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const { user } = useSessionState();
  const [, setStopped] = useStoppedLine();
  const { view, error, retry, serverKey } = useDeviceView();
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: deviceQueryKey }),
      utils.notifications.listChannels.invalidate(),
    ]);

  const on = useMutation({
    mutationFn: async () => {
      if (serverKey === null || !user) return;
      // Before the subscription: signing out removes only what has an owner.
      if (!readOwner()) writeOwner({ userId: user.id, signIn: tokenStorage.read()?.signIn ?? null });
      await turnOn(browser, client, serverKey);
      setStopped(false);
    },
    onSettled,
  });
  const off = useMutation({
    mutationFn: (channelId: string) => turnOff(browser, client, channelId),
    onSettled,
  });

  const hasFailed = on.error instanceof PushServiceError;
  return {
    view: hasFailed && view?.state !== 'on' ? ({ state: 'failed' } as const) : view,
    turnOn: () => {
      off.reset();
      on.mutate();
    },
    turnOff: (channelId: string) => {
      on.reset();
      off.mutate(channelId);
    },
    isTurningOn: on.isPending,
    isTurningOff: off.isPending,
    loadError: error,
    retry,
    error: hasFailed ? off.error : (on.error ?? off.error),
  };
}
