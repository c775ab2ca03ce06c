import { createFileRoute, redirect } from '@tanstack/react-router';
import { FailedSignIn } from '#features/auth/provider/failed-sign-in.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

/** Ends a sign-in by the identity provider or by the operator, whose code is in the fragment. */
export const Route = createFileRoute('/signed-in/')({
  beforeLoad: async ({ location }) => {
    if (location.hash === '') return;
    const { keepFragment } = await import('#features/auth/provider/finish-sign-in.ts');
    keepFragment(location.hash);
    throw redirect({ to: '/signed-in', replace: true });
  },
  loader: async ({ context }) => {
    const { finishSignIn, isFragmentKept } = await import('#features/auth/provider/finish-sign-in.ts');
    // The page was reloaded, or opened by its address.
    if (!isFragmentKept()) throw redirect({ to: '/login', replace: true });
    const failure = await finishSignIn(context.session);
    if (failure === null) throw redirect({ to: '/dashboard', replace: true });
    return failure;
  },
  component: SignedInPage,
});

function SignedInPage() {
  usePageTitle('Sign In');
  return <FailedSignIn {...Route.useLoaderData()} />;
}
