import { createFileRoute } from '@tanstack/react-router';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

const OwnInstrumentsCard = lazyWithReload(
  async () =>
    (await import('#features/own-instruments/settings/own-instruments-card.tsx')).OwnInstrumentsCard,
  <Skeleton className="h-32" />,
);

export const Route = createFileRoute('/_signed-in/settings')({
  component: Settings,
});

function Settings() {
  usePageTitle('Settings');
  return (
    <SettingsPage
      ownInstruments={
        <SectionBoundary name="The own instruments">
          <OwnInstrumentsCard />
        </SectionBoundary>
      }
    />
  );
}
