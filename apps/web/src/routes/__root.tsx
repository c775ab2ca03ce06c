import { createRootRoute, Outlet } from '@tanstack/react-router';
import { ConnectionNotice } from '../components/ui/connection-notice.tsx';

export const Route = createRootRoute({ component: Root });

function Root() {
  return (
    <>
      <Outlet />
      <ConnectionNotice />
    </>
  );
}
