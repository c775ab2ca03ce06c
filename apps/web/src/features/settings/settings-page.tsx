import { ThemePicker } from '../../app/shell/theme-picker.tsx';
import { SectionBoundary } from '../../components/feedback/section-boundary.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { useShortcutsSetting } from '../../hooks/use-shortcuts.ts';
import { useSessionState } from '../../lib/session/session-context.ts';
import { ExportCard } from './data/export-card.tsx';
import { SignInsCard } from './sign-ins/sign-ins-card.tsx';
import { TokensCard } from './tokens/tokens-card.tsx';

/** The profile and settings of the user. */
export function SettingsPage() {
  const { user } = useSessionState();
  const [hasShortcuts, setHasShortcuts] = useShortcutsSetting();
  const profile = [
    ['Name', user?.full_name],
    ['Username', user?.username],
    ['Email', user?.email],
  ] as const;

  return (
    <div className="mx-auto max-w-[42rem] space-y-5">
      <h1 className="text-xl font-semibold tracking-tight">Settings</h1>
      <Card title="Profile">
        <dl className="divide-y divide-line text-sm">
          {profile.map(([label, value]) => (
            <div key={label} className="flex justify-between gap-6 py-2 first:pt-0 last:pb-0">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 text-right font-medium break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Appearance">
        <ThemePicker />
        <p className="mt-2 text-sm text-muted">System follows the setting of your device.</p>
      </Card>
      <Card title="Keyboard">
        <Switch label="Single-key shortcuts" checked={hasShortcuts} onChange={setHasShortcuts} />
        <p className="mt-2 text-sm text-muted">
          Turn them off if you dictate to your device. Press ? on any page to see them all.
        </p>
      </Card>
      <SectionBoundary name="The sign-ins">
        <SignInsCard />
      </SectionBoundary>
      <SectionBoundary name="The personal access tokens">
        <TokensCard />
      </SectionBoundary>
      <ExportCard />
    </div>
  );
}
