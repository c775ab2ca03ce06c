import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useContext, useEffect } from 'react';
import { useStoppedLine } from '#hooks/use-user-state.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { isPathOf } from '../../service-worker/messages.ts';
import { compareDevice, deviceQueryKey } from './device.ts';
import { PushBrowserContext } from './push-browser.ts';

/** Follows the worker: goes to the path of a notification, and fetches the inbox again. */
function useWorkerMessages(): void {
  const router = useRouter();
  const utils = trpc.useUtils();
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const onMessage = ({ data, ports }: MessageEvent) => {
      if (data?.word === 'refresh') void utils.signals.list.invalidate();
      if (data?.word !== 'open' || !isPathOf(window.location.origin, data.url)) return;
      router.history.push(data.url);
      ports[0]?.postMessage(true);
    };
    serviceWorker.addEventListener('message', onMessage);
    return () => serviceWorker.removeEventListener('message', onMessage);
  }, [router, utils]);
}

/** Compares the device with the server once, and shows the line above the list if it has stopped. */
function useComparison(): void {
  const browser = useContext(PushBrowserContext);
  const client = useApiClient();
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const [, setStopped] = useStoppedLine();
  useEffect(() => {
    const compare = async () => {
      const comparison = await compareDevice(browser, client);
      if (comparison === 'unchanged') return;
      // A device that was repaired by itself has not stopped any more.
      setStopped(comparison === 'stopped');
      void queryClient.invalidateQueries({ queryKey: deviceQueryKey });
      void utils.notifications.listChannels.invalidate();
    };
    // Without the server or the storage, the next start compares.
    void compare().catch(() => {});
  }, [browser, client, queryClient, utils, setStopped]);
}

/** Compares the device and follows the worker, without anything to see. Loaded when the page has been left alone. */
export function DeviceCheck() {
  useWorkerMessages();
  useComparison();
  return null;
}
