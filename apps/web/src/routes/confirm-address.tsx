import { createFileRoute } from '@tanstack/react-router';
import { ConfirmAddress } from '#features/notifications/confirm/confirm-address.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/confirm-address')({ component: ConfirmAddressPage });

function ConfirmAddressPage() {
  usePageTitle('Confirm your address');
  // In the fragment, which no log receives.
  return <ConfirmAddress token={window.location.hash.slice(1)} />;
}
