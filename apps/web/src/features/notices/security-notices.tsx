import { Link } from '@tanstack/react-router';
import { ShieldAlert, X } from 'lucide-react';
import { buttonClass, IconButton } from '#components/ui/button.tsx';
import { trpc } from '#lib/api/trpc.ts';

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
      {notices.map(({ id, message }) => (
        <li
          key={id}
          className="flex items-center gap-3 rounded-md bg-warn-soft py-1.5 pr-1.5 pl-3.5 text-sm max-sm:flex-wrap"
        >
          <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
          <p className="min-w-0 grow basis-0">{message}</p>
          <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-end">
            <Link to="/settings" hash="security" className={buttonClass('secondary', 'sm')}>
              Change password
            </Link>
            <IconButton label="Dismiss" onClick={() => dismiss(id)}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
        </li>
      ))}
    </ul>
  );
}
