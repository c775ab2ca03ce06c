import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { cn } from '#lib/cn.ts';
import { formatShortMoment } from '#lib/format/dates.ts';

/** An older page is shown in the warning colour. */
const staleAfterMs = 24 * 60 * 60 * 1000;

/** The age of what is shown, over the page's upper edge, so that nothing moves. */
export function OfflineBar({ savedAt }: { savedAt: number }) {
  const isStale = Date.now() - savedAt > staleAfterMs;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(2.9rem+env(safe-area-inset-top))] z-40 flex justify-center px-4 print:hidden [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <p
        className={cn(
          'flex items-center gap-2 rounded-full px-3 py-0.5 text-xs font-medium shadow-raised',
          isStale ? 'bg-warn-soft text-warn' : 'bg-ink text-canvas',
        )}
      >
        <NoticeIcon name="offline" /> Offline. What you see is from {formatShortMoment(savedAt)}.
      </p>
    </div>
  );
}

/** Stands in place of a page of which this device keeps nothing. */
export function NotKept() {
  return (
    <section
      aria-labelledby="not-kept-title"
      className="mx-auto flex min-h-[50dvh] max-w-[28rem] flex-col items-center justify-center gap-2 px-4 text-center"
    >
      <NoticeIcon name="offline" className="mb-2 size-8 text-muted" />
      <h1 id="not-kept-title" className="text-xl font-semibold tracking-tight">
        Not possible offline
      </h1>
      <p className="text-muted">
        This page was not kept on this device. It opens when the server can be reached again.
      </p>
    </section>
  );
}
