import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { type Connection, useConnection } from '#lib/api/connection.ts';

export const unreachableSentence = 'The server cannot be reached. Trying again...';

function noticeOf(connection: Connection, isUnreachable: boolean) {
  if (connection === 'offline') {
    return { icon: 'offline', text: 'You are offline. What you see may be out of date.' } as const;
  }
  if (isUnreachable) return { icon: 'offline', text: unreachableSentence } as const;
  if (connection === 'slow') {
    return { icon: 'slow', text: 'The server is slow to answer. Still waiting.' } as const;
  }
  return null;
}

/** Shown while the browser is offline, or the server is unreachable or slow. */
export function ConnectionNotice({ isUnreachable }: { isUnreachable: boolean }) {
  const notice = noticeOf(useConnection(), isUnreachable);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 max-sm:bottom-18 flex justify-center px-4 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {notice && (
        <p className="flex items-center gap-2.5 rounded-full bg-ink px-4 py-2 text-sm text-canvas shadow-raised">
          <NoticeIcon name={notice.icon} /> {notice.text}
        </p>
      )}
    </div>
  );
}
