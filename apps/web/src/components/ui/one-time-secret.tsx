import { Check, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCopy } from '#hooks/use-copy.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';

interface OneTimeSecretProps {
  /** The kind of secret, for example "Your new token". */
  label: string;
  /** Announced after copying. */
  copiedMessage: string;
  secret: string;
  onDone: () => void;
}

/** Shows a secret that is never shown again. */
export function OneTimeSecret({ label, copiedMessage, secret, onDone }: OneTimeSecretProps) {
  const [copying, copy] = useCopy();
  const input = useRef<HTMLInputElement>(null);

  // Moves the focus to the field, so that screen readers announce it with its hint.
  useEffect(() => input.current?.select(), []);

  return (
    <div className="rounded-md bg-accent-soft p-3.5">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          ref={input}
          label={label}
          hint="Copy it now: it will not be shown again."
          error={
            copying === 'refused'
              ? 'The browser did not let it be copied. Select and copy it yourself.'
              : null
          }
          readOnly
          value={secret}
          onFocus={(event) => event.target.select()}
        />
        <div className="flex gap-2 sm:mt-6.5">
          <Button variant="primary" onClick={() => copy(secret)} className="h-10 grow">
            {copying === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {copying === 'copied' ? 'Copied' : 'Copy'}
          </Button>
          <Button onClick={onDone} className="h-10 grow">
            Done
          </Button>
        </div>
      </div>
      <span role="status" className="sr-only">
        {copying === 'copied' && copiedMessage}
      </span>
    </div>
  );
}
