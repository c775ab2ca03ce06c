import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FullScreenLoading } from '../components/ui/spinner.tsx';
import { useSession } from '../lib/session.ts';
import { onRefusedToken } from '../lib/trpc-client.ts';
import { router } from './router.tsx';

/** The application: waits until it is known who is signed in, then leaves it to the routes. */
export function App() {
  const { status } = useSession();

  // Each route decides anew who may see it.
  useEffect(() => {
    if (status !== 'loading') void router.invalidate();
  }, [status]);

  useEffect(() => onRefusedToken(() => void router.navigate({ to: '/login' })), []);

  return status === 'loading' ? <FullScreenLoading /> : <RouterProvider router={router} />;
}
