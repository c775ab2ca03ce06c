import { Spinner } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useSession } from '#lib/session/session-context.ts';
import { unreachableSentence } from './shell/connection-notice.tsx';

/** Fills the screen while the session is loading. */
export function SessionCheck({ isUnreachable }: { isUnreachable: boolean }) {
  const session = useSession();
  return (
    <main className="grid min-h-dvh place-items-center px-4">
      <div className="flex flex-col items-center text-center">
        <Spinner size="lg" />
        {/* Always rendered: screen readers announce only changes of a live region. */}
        <div role="status" className="mt-3 min-h-5 text-sm">
          {isUnreachable && unreachableSentence}
        </div>
        {/* Hidden by `invisible`, which reserves its space and avoids a layout shift. */}
        <Button className={isUnreachable ? 'mt-5' : 'invisible mt-5'} onClick={() => void session.logout()}>
          Sign out
        </Button>
      </div>
    </main>
  );
}
