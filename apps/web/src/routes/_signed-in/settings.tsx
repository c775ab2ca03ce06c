import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/_signed-in/settings')({
  component: Settings,
});

function Settings() {
  usePageTitle('Settings');
  return <SettingsPage />;
}
