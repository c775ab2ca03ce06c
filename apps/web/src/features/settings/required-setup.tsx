import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { PasskeyButton } from '#components/passkey-button.tsx';
import { ProviderButton } from '#components/provider-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { serverCode } from '#lib/api/server-error.ts';
import { trpc, useConnectedProvider, useOwnPasskey } from '#lib/api/trpc.ts';
import { useSession } from '#lib/session/session-context.ts';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';

/**
 * The only settings of users who must set up two-step sign-in or add a passkey, or who must confirm this sign-in by
 * one or by the identity provider: the server refuses all other calls.
 */
export function RequiredSetup() {
  const session = useSession();
  const utils = trpc.useUtils();
  const { error } = trpc.auth.secondFactor.useQuery();
  const needsProof = serverCode(error) === 'SECOND_FACTOR_SETUP_REQUIRED';
  const hasPasskey = useOwnPasskey();
  const provider = useConnectedProvider();

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
        {needsProof ? error?.message : 'Set up two-step sign-in first'}
      </p>
      {needsProof ? (
        <Card title="Confirm it is you" headingLevel={3}>
          <div className="space-y-3">
            {hasPasskey && <PasskeyButton onConfirmed={onConfirmed} />}
            {provider !== null && <ProviderButton name={provider} />}
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
