import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { trpc } from '#lib/api/trpc.ts';

/** Confirms the sign-in at the identity provider, which sends the browser back to the settings. */
export function ProviderButton({ name }: { name: string }) {
  const { mutate, error, isPending, isSuccess } = trpc.auth.confirmByProvider.useMutation({
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      <QueryError error={error} fallback={`Failed to reach ${name}`} />
      <Button className="w-full" disabled={isPending || isSuccess} onClick={() => mutate()}>
        <span className="truncate">Confirm with {name}</span>
      </Button>
    </>
  );
}
