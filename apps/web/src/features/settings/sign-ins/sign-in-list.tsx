import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useSignIns } from '../api.ts';
import { SignInRow } from './sign-in-row.tsx';

const shownAtFirst = 5;
/** More than a user can have: see docs/limits.md. */
const maxShown = 100;

/** Where the user is signed in. */
export function SignInList() {
  const [limit, setLimit] = useState(shownAtFirst);
  const { data, error, isPending, isPlaceholderData, refetch } = useSignIns(limit);
  return (
    <div className="mb-4">
      {isPending && <Skeleton className="my-2 h-11" />}
      <QueryError error={error} fallback="Failed to load sign-ins" onRetry={refetch} />
      <ul aria-label="Sign-ins" aria-busy={isPlaceholderData} className="divide-y divide-line">
        {data?.sign_ins.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} />
        ))}
      </ul>
      {data && data.total > data.sign_ins.length && (
        <Button size="sm" disabled={isPlaceholderData} onClick={() => setLimit(maxShown)}>
          {isPlaceholderData ? 'Loading...' : `Show all ${data.total}`}
        </Button>
      )}
    </div>
  );
}
