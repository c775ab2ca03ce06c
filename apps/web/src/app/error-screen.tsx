import type { ErrorComponentProps } from '@tanstack/react-router';
import { NoticeIcon } from '#components/feedback/notice-icon.tsx';
import { Button } from '#components/ui/button.tsx';
import { useWhenReachable } from '#hooks/use-when-reachable.ts';
import { isDownloadFailure, reloadIfOnline, reloadOnce } from '#lib/page-downloads.ts';

/** Replaces a page whose code could not be downloaded, until the server can be reached again. */
function DownloadScreen() {
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

/** Replaces a page that threw while rendering or loading. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  if (isDownloadFailure(error)) return <DownloadScreen />;
  return (
    <section
      aria-labelledby="error-title"
      className="mx-auto flex min-h-[70dvh] max-w-[32rem] flex-col justify-center gap-4 px-4 py-10"
    >
      <h1 id="error-title" className="text-2xl font-semibold tracking-tight">
        Unexpected Application Error!
      </h1>
      <p className="text-muted">
        This page could not be shown. Nothing you saved is lost. Reload it; if that does not help, go back to
        the start page.
      </p>
      <p className="rounded-md bg-sunken px-3.5 py-2.5 font-mono text-sm">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        <Button onClick={() => window.location.assign('/')}>Start page</Button>
      </div>
    </section>
  );
}
