import { trpc } from '#lib/api/trpc.ts';

/** Security events to show to the user; empty until the server has answered. */
export function useNotices() {
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
