import { useState } from 'react';
import { Card } from '#components/ui/card.tsx';
import { OneTimeSecret } from '#components/ui/one-time-secret.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenList } from './token-list.tsx';

/** Personal access tokens: create one, see its secret once, revoke any. */
export function TokensCard() {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Card title="Personal access tokens" headingLevel={3}>
      <p className="mb-4 text-sm text-muted">
        A script sends one in place of signing in, and may then do all that you may, or only read.{' '}
        <a href="/api/docs" className="font-medium text-accent underline-offset-4 hover:underline">
          Read how to use the API
        </a>
      </p>
      {secret === null ? (
        <NewTokenForm onCreated={setSecret} />
      ) : (
        <OneTimeSecret
          label="Your new token"
          copiedMessage="The token was copied"
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <TokenList />
    </Card>
  );
}
