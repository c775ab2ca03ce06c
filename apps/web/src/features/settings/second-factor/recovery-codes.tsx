import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { useCopy } from '#hooks/use-copy.ts';
import { trpc } from '#lib/api/trpc.ts';
import { saveFile } from '#lib/save-file.ts';
import { useSession } from '#lib/session/session-context.ts';

/** Shows recovery codes, which are never shown again: closes only after the user has kept them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const session = useSession();
  const utils = trpc.useUtils();
  const [copying, copy] = useCopy();
  const [areKept, setAreKept] = useState(false);
  const text = codes.join('\n');

  function close() {
    // Not earlier: the page below this dialog may change. While two-step sign-in was required, all calls were refused.
    session.setRequirement(undefined);
    void utils.invalidate();
    onDone();
  }

  return (
    <Dialog title="Keep these recovery codes" open onClose={areKept ? close : undefined}>
      <p className="text-sm text-muted">
        Each signs you in once if you do not have your authenticator app. They will not be shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="numeric my-4 grid gap-x-6 gap-y-1 rounded-md bg-sunken p-3.5 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(text)}>
          {copying === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {copying === 'copied' ? 'Copied' : 'Copy'}
        </Button>
        <Button
          onClick={() =>
            saveFile('stockbook-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
          }
        >
          <Download aria-hidden="true" /> Download
        </Button>
      </div>
      <div role="status" className="mt-2 text-sm text-muted empty:hidden">
        {copying === 'copied' && 'The recovery codes were copied'}
        {copying === 'refused' && 'The browser did not let them be copied. Select and copy them yourself.'}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <Checkbox label="I have kept them" checked={areKept} onChange={setAreKept} />
        <Button variant="primary" disabled={!areKept} onClick={close}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
