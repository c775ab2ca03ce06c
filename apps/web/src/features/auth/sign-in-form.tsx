import { Link, useNavigate } from '@tanstack/react-router';
import { ErrorBox } from '../../components/feedback/error-box.tsx';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { signIn } from './api/sign-in.ts';
import { AuthPage } from './auth-page.tsx';
import { validateSignIn } from './validate-sign-in.ts';

export function SignInForm() {
  const navigate = useNavigate();
  const session = useSession();
  const form = useForm({
    initial: { email: '', password: '' },
    validate: validateSignIn,
    submit: async (values) => {
      await signIn(session, values);
      await navigate({ to: '/dashboard' });
    },
  });

  return (
    <AuthPage
      title="Sign In"
      subtitle="Welcome back to your watch list."
      footer={
        <>
          No account yet?{' '}
          <Link to="/register" className="font-medium text-accent underline-offset-4 hover:underline">
            Sign up
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
        <TextField label="Email" type="email" autoComplete="email" required {...form.field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
        <Button type="submit" variant="primary" size="lg" disabled={form.isBusy} className="mt-1">
          {form.isBusy ? 'Signing In...' : 'Sign In'}
        </Button>
      </form>
    </AuthPage>
  );
}
