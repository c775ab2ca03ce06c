import { Link } from '@tanstack/react-router';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { AuthPage } from '../auth-page.tsx';
import type { SignInFailure } from './finish-sign-in.ts';

/** Replaces the form after a sign-in by a code has failed. */
export function FailedSignIn({ message, detail }: SignInFailure) {
  return (
    <AuthPage
      title="Sign In"
      subtitle="You are not signed in."
      footer={
        <Link to="/login" className="font-medium text-accent underline-offset-4 hover:underline">
          Back to the sign-in
        </Link>
      }
    >
      <ErrorBox message={message} detail={detail} />
    </AuthPage>
  );
}
