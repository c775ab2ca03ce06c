import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { HttpsNotice } from '#components/feedback/https-notice.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { useInstallPrompt } from '#lib/install-prompt.ts';
import { chooseKeeping, forgetLastSeen, isKeeping } from '#pwa/last-seen.ts';
import { isInstalledApp, isSwitchedOff, removeWorker } from '#pwa/registration.ts';

/** An iPad names itself a Mac, which has no touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** How to install the app here, in one sentence. */
function installSentence(isOff: boolean): string {
  if (isOff) return 'The app is switched off on this server.';
  if (isInstalledApp()) return 'Stockbook is installed on this device.';
  if (isIos()) return 'On iPhone and iPad: tap Share, then Add to Home Screen.';
  return 'In this browser: open its menu and choose Install or Add to home screen.';
}

/** Installs the app, and starts it afresh where it is stuck. */
export function AppCard() {
  const { confirm } = useAlerts();
  const server = trpc.system.version.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY }).data;
  const install = useInstallPrompt();
  const isOff = useQuery({ queryKey: ['isAppSwitchedOff'], queryFn: isSwitchedOff }).data;
  const [isKept, setIsKept] = useState(isKeeping);
  const [isResetting, setIsResetting] = useState(false);

  async function reset() {
    const question = 'Reset this app? Its stored files are deleted and downloaded again. You stay signed in.';
    if (!(await confirm(question, 'Reset'))) return;
    setIsResetting(true);
    await removeWorker();
    await forgetLastSeen().catch(() => {});
    window.location.reload();
  }

  return (
    <Card title="App" headingLevel={3}>
      <p className="mb-3 text-sm">
        Stockbook opens from the home screen and shows what you saw last when there is no network.
      </p>
      {!window.isSecureContext && <HttpsNotice />}
      {window.isSecureContext && install && !isOff && (
        <Button variant="primary" onClick={install}>
          Install Stockbook
        </Button>
      )}
      {window.isSecureContext && (!install || isOff) && (
        <p className="min-h-5 text-sm text-muted">{isOff !== undefined && installSentence(isOff)}</p>
      )}
      {isIos() && !isOff && (
        <p className="mt-2 text-sm text-muted">On iPhone and iPad the installed app has its own sign-in.</p>
      )}
      <div className="mt-3">
        <Switch
          label="Keep what I last saw on this device"
          checked={isKept}
          onChange={(isOn) => {
            setIsKept(isOn);
            // Without storage, nothing is kept in any case.
            void chooseKeeping(isOn).catch(() => {});
          }}
        />
      </div>
      <div className="mt-4 flex min-h-9 flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <p>
          {server && `Version ${server.version}`}
          {server?.newer_version && ` (${server.newer_version} is available)`}
        </p>
        <Button size="sm" variant="quiet" disabled={isResetting} onClick={reset}>
          Reset this app
        </Button>
      </div>
    </Card>
  );
}
