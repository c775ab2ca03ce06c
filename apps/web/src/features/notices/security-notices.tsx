import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

const SecurityNotice = lazyWithReload(async () => (await import('./security-notice.tsx')).SecurityNotice);

/** Security events to show to the user; empty until the server has answered. */
function useNotices() {
  const utils = trpc.useUtils();
  const { data } = trpc.auth.notices.useQuery(undefined, { refetchOnWindowFocus: 'always' });
  const { mutate } = trpc.auth.dismissNotice.useMutation({
    onMutate: async ({ noticeId }) => {
      await utils.auth.notices.cancel();
      utils.auth.notices.setData(
        undefined,
        (list) => list && { notices: list.notices.filter(({ id }) => id !== noticeId) },
      );
    },
    // A notice that could not be dismissed comes back.
    onError: () => utils.auth.notices.invalidate(),
  });
  return { notices: data?.notices ?? [], dismiss: (noticeId: string) => mutate({ noticeId }) };
}

/** The security events of the account, for example a sign-in with an unknown device, until they are dismissed. */
export function SecurityNotices() {
  const { notices, dismiss } = useNotices();
  return (
    // Always rendered: screen readers announce only changes of a live region.
    <ul
      aria-label="Security notices"
      aria-live="polite"
      className="mx-auto grid max-w-page gap-2 px-4 pt-4 empty:hidden sm:px-6 print:hidden"
    >
      {notices.length > 0 && (
        <SectionBoundary name="The security notices">
          {notices.map(({ id, message }) => (
            <SecurityNotice key={id} message={message} onDismiss={() => dismiss(id)} />
          ))}
        </SectionBoundary>
      )}
    </ul>
  );
}
