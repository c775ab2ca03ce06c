import { answerDevices, becomeDevice, type DeviceOfTest, subscribed, thisDevice } from '../data/devices.ts';
import { openDelivery } from '../data/signals.ts';
import type { Screen } from './screens.ts';

/** The Delivery tab in a browser that acts as a device, with a sentence of its first card. */
function deviceScreen(device: DeviceOfTest, sentence: string | RegExp, isChannelKept = false): Screen {
  return {
    provoke: answerDevices,
    open: async (page) => {
      await becomeDevice(page, device, isChannelKept ? thisDevice.id : undefined);
      await openDelivery(page);
      await page.getByText(sentence).waitFor();
    },
  };
}

/** The states of a browser as a device for notifications. */
export const deviceScreens: Readonly<Record<string, Screen>> = {
  'device-unsupported': deviceScreen({ obstacle: 'unsupported' }, /^This browser cannot show/),
  'device-insecure': deviceScreen({ obstacle: 'insecure' }, /^This needs HTTPS/),
  'device-not-installed': deviceScreen({ obstacle: 'not-installed' }, /^On iPhone and iPad/),
  'device-not-offered': {
    open: async (page) => {
      await becomeDevice(page, { isWorkerFaked: true });
      await openDelivery(page);
      await page.getByText(/^This server sends no notifications to devices/).waitFor();
    },
  },
  'device-off': deviceScreen({ ...subscribed, isSubscribed: false }, /^Signals of stocks .* on this device/),
  'device-refused': deviceScreen({ isWorkerFaked: true, permission: 'denied' }, /^Notifications are blocked/),
  'device-on': deviceScreen(subscribed, /^On\. Last notification/, true),
  'device-lost': deviceScreen({ ...subscribed, isSubscribed: false }, /the browser ended them/, true),
  'device-failed': {
    provoke: answerDevices,
    open: async (page) => {
      await becomeDevice(page, { isWorkerFaked: true });
      await openDelivery(page);
      await page.getByRole('button', { name: 'Turn on for this device' }).click();
      await page.getByText(/could not reach its push service/).waitFor();
    },
  },
  'device-stopped': {
    open: async (page) => {
      await page.goto('/favicon.svg');
      await page.evaluate(async () => {
        const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` };
        const { id } = await (await fetch('/api/auth/me', { headers })).json();
        localStorage.setItem(`user.${id}.deviceStopped`, 'true');
      });
      await page.goto('/stocks');
      await page.getByText('Notifications on this device stopped.').waitFor();
      await page.getByRole('article').first().waitFor();
    },
  },
  'app-switched-off': {
    open: async (page) => {
      await page.route('**/manifest.webmanifest', (route) => route.fulfill({ status: 404 }));
      await page.goto('/settings');
      await page.getByText('The app is switched off on this server.').waitFor();
    },
    errors: /404.*manifest/,
  },
};
