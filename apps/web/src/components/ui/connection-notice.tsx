import { useConnection } from '../../lib/connection.ts';
import { NoticeIcon } from './notice-icon.tsx';

/** Says so while the browser is offline or the server slow. */
export function ConnectionNotice() {
  const connection = useConnection();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {connection !== 'good' && (
        <p className="flex items-center gap-2.5 rounded-full bg-ink px-4 py-2 text-sm text-canvas shadow-raised">
          {connection === 'offline' ? (
            <>
              <NoticeIcon name="offline" /> You are offline. What you see may be out of date.
            </>
          ) : (
            <>
              <NoticeIcon name="slow" /> The server is slow to answer. Still waiting.
            </>
          )}
        </p>
      )}
    </div>
  );
}
