import { useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { providerProblem } from '#lib/session/provider-problem.ts';

/** The way to sign in by the identity provider, and why the last try failed. */
export function ProviderSignIn({ name }: { name: string }) {
  const [fragment] = useState(() => window.location.hash);
  const problem = providerProblem(fragment, name);
  return (
    <div className="grid gap-4">
      {problem && <ErrorBox message={problem} />}
      {/* Leaves the client: the server leads to the provider. */}
      <a href="/api/auth/oidc/start" className={buttonClass('secondary', 'lg')}>
        <span className="truncate">Sign in with {name}</span>
      </a>
    </div>
  );
}
