import { storedPageMark } from '../../service-worker/navigation.ts';
import type { DeviceData, DeviceOwner } from './types.ts';

const ownerKey = 'deviceData';

/** How long a sign-out waits: after it, the next start of the page finishes the removal. */
const forgetTimeoutMs = 2000;

/** Whose data this browser may keep; null if none was ever written or all of it is gone. */
export function readOwner(): DeviceOwner | null {
  const [signIn = '', userId] = (localStorage.getItem(ownerKey) ?? '').split(' ');
  return userId === undefined ? null : { signIn: signIn || null, userId };
}

/** Must come before anything is written: without it, nothing is removed. */
export function writeOwner({ signIn, userId }: DeviceOwner): void {
  localStorage.setItem(ownerKey, `${signIn ?? ''} ${userId}`);
}

async function remove({ userId }: DeviceOwner, keepsDevice: boolean): Promise<void> {
  const { forgetDeviceData } = await import('#pwa/forget.ts');
  await forgetDeviceData(keepsDevice);
  if (keepsDevice) writeOwner({ signIn: null, userId });
  else localStorage.removeItem(ownerKey);
}

/** The removal after a sign-out on purpose, while it lasts. */
let ending: Promise<void> | null = null;

/** Starts a removal. A refused call of a page that is signing out must not keep what the sign-out removes. */
function startRemoval(owner: DeviceOwner, keepsDevice: boolean): Promise<void> {
  if (keepsDevice && ending) return ending;
  const removal = remove(owner, keepsDevice).catch(() => {});
  if (keepsDevice) return removal;
  ending = removal.finally(() => {
    ending = null;
  });
  return ending;
}

/** The data of the page in this browser beside local storage. The code that handles it is loaded when there is any. */
export const deviceData: DeviceData = {
  owner: readOwner,

  forget(keepsDevice) {
    const owner = readOwner();
    if (!owner) return null;
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, forgetTimeoutMs));
    return Promise.race([startRemoval(owner, keepsDevice), timeout]);
  },

  isPageStored() {
    return performance
      .getEntriesByType('navigation')
      .some(
        (entry) => 'serverTiming' in entry && JSON.stringify(entry.serverTiming).includes(storedPageMark),
      );
  },

  async restore(signIn) {
    const owner = readOwner();
    if (!owner || signIn === null || owner.signIn !== signIn) return null;
    try {
      const { restoreLastSeen } = await import('#pwa/restore.ts');
      return await restoreLastSeen({ signIn, userId: owner.userId });
    } catch {
      // Without storage, the page goes on waiting for the server.
      return null;
    }
  },
};
