import type { ReactNode } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { ThemePicker } from '#components/ui/theme-picker.tsx';
import { useShortcutsSetting } from '#hooks/use-shortcuts.ts';
import { useSessionState } from '#lib/session/session-context.ts';
import { ActivityCard } from './activity/activity-card.tsx';
import { AppCard } from './app/app-card.tsx';
import { YourDataCard } from './data/your-data-card.tsx';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { PasswordCard } from './password/password-card.tsx';
import { ProviderCard } from './provider/provider-card.tsx';
import { RequiredSetup } from './required-setup.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';
import { SignInsCard } from './sign-ins/sign-ins-card.tsx';
import { TokensCard } from './tokens/tokens-card.tsx';

function ProfileCard() {
  const { user } = useSessionState();
  const profile = [
    ['Name', user?.full_name],
    ['Username', user?.username],
    ['Email', user?.email],
  ] as const;
  return (
    <Card title="Profile" headingLevel={3}>
      <dl className="divide-y divide-line text-sm">
        {profile.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-2 first:pt-0 last:pb-0">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-right font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const groups = [
  ['general', 'General'],
  ['security', 'Security'],
  ['data', 'Data and access'],
] as const;

/**
 * The profile and settings of the user, in groups.
 * @param ownInstruments the card of the own instruments
 */
export function SettingsPage({ ownInstruments }: { ownInstruments: ReactNode }) {
  const state = useSessionState();
  const [hasShortcuts, setHasShortcuts] = useShortcutsSetting();
  if (state.status === 'authenticated' && state.requirement === 'second-factor') return <RequiredSetup />;
  return (
    <div className="max-w-[42rem] lg:grid lg:max-w-[58rem] lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-x-10">
      <div className="mb-4 lg:col-span-2">
        <PageHeader title="Settings" sentence="Your profile, the security of your account, and your data" />
      </div>
      <nav aria-label="Settings" className="max-lg:hidden">
        <ul className="sticky top-20 -mt-2 -ml-2.5 grid gap-0.5 text-sm">
          {groups.map(([id, title]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex h-9 items-center pointer-coarse:h-11 rounded-md px-2.5 font-medium text-muted hover:bg-sunken hover:text-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="space-y-10">
        <Group id="general" title="General">
          <ProfileCard />
          <Card title="Appearance" headingLevel={3}>
            <ThemePicker />
            <p className="mt-2 text-sm text-muted">System follows the setting of your device.</p>
          </Card>
          <Card title="Keyboard" headingLevel={3}>
            <Switch label="Single-key shortcuts" checked={hasShortcuts} onChange={setHasShortcuts} />
            <p className="mt-2 text-sm text-muted">
              Turn them off if you dictate to your device. Press ? on any page to see them all.
            </p>
          </Card>
          <SectionBoundary name="The app">
            <AppCard />
          </SectionBoundary>
        </Group>
        <Group id="security" title="Security">
          <SectionBoundary name="The password">
            <PasswordCard />
          </SectionBoundary>
          <SectionBoundary name="Two-step sign-in">
            <SecondFactorCard />
          </SectionBoundary>
          <SectionBoundary name="The passkeys">
            <PasskeysCard />
          </SectionBoundary>
          <SectionBoundary name="The connected sign-in">
            <ProviderCard />
          </SectionBoundary>
          <SectionBoundary name="The sign-ins">
            <SignInsCard />
          </SectionBoundary>
          <SectionBoundary name="The activity">
            <ActivityCard />
          </SectionBoundary>
        </Group>
        <Group id="data" title="Data and access">
          <SectionBoundary name="The personal access tokens">
            <TokensCard />
          </SectionBoundary>
          {ownInstruments}
          <SectionBoundary name="Your data">
            <YourDataCard />
          </SectionBoundary>
        </Group>
      </div>
    </div>
  );
}

/** Cards that belong together; `id` is the target of links. */
function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="space-y-4">
      <h2 id={`${id}-title`} className="text-sm font-semibold text-muted">
        {title}
      </h2>
      {children}
    </section>
  );
}
