import { trpc } from '#lib/api/trpc.ts';

/** The user's saved sets of indicators. */
export function useStudySets() {
  return trpc.studySets.list.useQuery(undefined);
}

function useReload() {
  const utils = trpc.useUtils();
  return () => utils.studySets.list.invalidate();
}

export function useCreateStudySet() {
  return trpc.studySets.create.useMutation({ onSettled: useReload() });
}

/** `onError` is called even if the component has unmounted. */
export function useUpdateStudySet(onError?: (error: unknown) => void) {
  return trpc.studySets.update.useMutation({ onSettled: useReload(), ...(onError ? { onError } : {}) });
}

/** `onError` is called even if the component has unmounted. */
export function useDeleteStudySet(onError: (error: unknown) => void) {
  return trpc.studySets.delete.useMutation({ onSettled: useReload(), onError });
}
