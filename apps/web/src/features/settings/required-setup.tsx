import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { PasskeyButton } from '#components/passkey-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { serverCode } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { useSession } from '#lib/session/session-context.ts';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';

/**
 * The only settings of users who must set up two-step sign-in or add a passkey, or who must confirm this sign-in by
 * one: the server refuses all other calls.
 */
export function RequiredSetup() {
  const session = useSession();
  const utils = trpc.useUtils();
  const { error } = trpc.auth.secondFactor.useQuery();
  const needsPasskey = serverCode(error) === 'SECOND_FACTOR_SETUP_REQUIRED';

  function onConfirmed() {
    session.setRequirement(undefined);
    void utils.invalidate();
  }

  return (
    <div className="max-w-[42rem] space-y-5">
      <PageHeader title="Settings" />
      <p
        role="status"
        className="flex items-center gap-3 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm font-medium"
      >
        <NoticeIcon name="alert" className="size-4 shrink-0 text-warn" />
        {needsPasskey ? 'Confirm this sign-in with your passkey first' : 'Set up two-step sign-in first'}
      </p>
      {needsPasskey ? (
        <Card title="Passkeys" headingLevel={3}>
          <div className="space-y-3">
            <PasskeyButton onConfirmed={onConfirmed} />
          </div>
        </Card>
      ) : (
        <>
          <SecondFactorCard />
          <PasskeysCard />
        </>
      )}
    </div>
  );
}
