import { useState } from 'react';
import { encode } from 'uqr';
import { TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Modules of white space around a QR code, as ISO/IEC 18004 requires. */
const quietZone = 4;

/** A QR code, black on white in both themes, so that every camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md"
    >
      <path fill="#ffffff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000000" d={path} />
    </svg>
  );
}

interface SetupDialogProps {
  /** Base32, to type into the app. */
  secret: string;
  /** The content of the QR code. */
  uri: string;
  onClose: () => void;
}

/** The steps that turn two-step sign-in on. The recovery codes of the last one must be kept before it closes. */
export function SetupDialog({ secret, uri, onClose }: SetupDialogProps) {
  const { mutateAsync: activate } = trpc.auth.activateSecondFactor.useMutation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => (code.trim() === '' ? { code: 'Code is required' } : {}),
    submit: async ({ code }) => setCodes((await activate({ code: code.replace(/\s/g, '') })).recovery_codes),
    describe: (error) => describeFailure(error, 'Failed to turn two-step sign-in on'),
  });

  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />;
  return (
    <FormDialog
      title="Turn on two-step sign-in"
      form={form}
      onClose={onClose}
      action={form.isBusy ? 'Checking...' : 'Continue'}
    >
      <ol className="list-decimal space-y-4 pl-5 marker:font-semibold">
        <li className="space-y-3">
          <h3 className="font-medium">Scan this with your authenticator app</h3>
          <QrCode text={uri} label="QR code for your authenticator app" />
          <p className="text-sm">
            Or type this key:{' '}
            <code className="font-mono select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </li>
        <li className="space-y-3">
          <h3 className="font-medium">Enter the code it shows</h3>
          <TextField
            label="Code"
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            className="max-w-48"
            {...form.field('code')}
          />
        </li>
      </ol>
    </FormDialog>
  );
}
