import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { Button } from '#components/ui/button.tsx';
import { useWhenReachable } from '#hooks/use-when-reachable.ts';
import { reloadIfOnline, reloadOnce } from '#lib/page-downloads.ts';

/** Replaces a page whose code could not be downloaded, until the server can be reached again. */
export function DownloadScreen() {
  useWhenReachable(reloadOnce);
  return (
    <section
      role="alert"
      aria-labelledby="download-title"
      className="mx-auto flex min-h-[50dvh] max-w-[28rem] flex-col items-center justify-center gap-2 px-4 text-center"
    >
      <NoticeIcon name="offline" className="mb-2 size-8 text-muted" />
      <h1 id="download-title" className="text-xl font-semibold tracking-tight">
        This page is not loaded yet
      </h1>
      <p className="text-muted">
        It could not be downloaded. It opens by itself when the server can be reached again.
      </p>
      <Button className="mt-3" onClick={reloadIfOnline}>
        Reload
      </Button>
    </section>
  );
}
