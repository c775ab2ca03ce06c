import { useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { useFiles } from '#hooks/use-files.ts';
import { fieldMessages } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { describeStart, useStartMove } from '../api.ts';
import { Busy } from '../page/busy.tsx';
import { MoveFrame } from '../page/move-frame.tsx';
import { FileList, fileKey } from './file-list.tsx';
import { MoveList } from './move-list.tsx';
import { Programs } from './programs.tsx';

/** The first step: the files of a program, with the password if they have one. Earlier moves are below. */
export function ChoosePage() {
  return (
    <MoveFrame step="choose">
      <ChooseForm />
      <Programs />
      <MoveList />
    </MoveFrame>
  );
}

function ChooseForm() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [password, setPassword] = useState('');
  const [wasPasswordAsked, setWasPasswordAsked] = useState(false);
  const navigate = useNavigate();
  const start = useStartMove();
  const { isPending: isBusy, error } = start;
  const passwordError = fieldMessages(error, ['password']).password;
  const passwordField = useRef<HTMLInputElement>(null);
  const dropped = useFiles({
    onFiles: (added) => {
      start.reset();
      setFiles((before) => [...new Map([...before, ...added].map((file) => [fileKey(file), file])).values()]);
    },
    isDisabled: isBusy,
  });

  useEffect(() => {
    if (passwordError === undefined) return;
    setWasPasswordAsked(true);
    passwordField.current?.focus();
  }, [passwordError]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || files.length === 0) return;
    start.mutate(
      { files, password },
      {
        onSuccess: ({ move_id }) =>
          void navigate({ to: '/portfolios/move-in/{-$moveId}', params: { moveId: move_id } }),
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <DropZone files={dropped} isFirst={files.length === 0} isDisabled={isBusy} />
      <input {...dropped.inputProps} multiple aria-label="Files of the program" />
      <FileList
        files={files}
        isDisabled={isBusy}
        onRemove={(removed) => {
          start.reset();
          setFiles(files.filter((file) => file !== removed));
        }}
      />
      {(wasPasswordAsked || passwordError !== undefined) && (
        <TextField
          ref={passwordField}
          label="Password of the file"
          type="password"
          // It is not the one of this account.
          autoComplete="off"
          value={password}
          disabled={isBusy}
          error={passwordError}
          hint="It opens the file once, and is not kept."
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {error && passwordError === undefined && <ErrorBox {...describeStart(error)} />}
      {isBusy && (
        <Busy
          work="Reading"
          percent={0}
          note="The file is being sent. Keep this page open until it has arrived."
        />
      )}
      {files.length > 0 && (
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={isBusy} needsServer>
            {isBusy ? 'Reading...' : 'Next'}
          </Button>
        </div>
      )}
    </form>
  );
}

interface DropZoneProps {
  files: ReturnType<typeof useFiles>;
  /** Whether no file was chosen before. */
  isFirst: boolean;
  isDisabled: boolean;
}

/** Takes files that are dropped on it, with a button to choose them. */
function DropZone({ files: { isTarget, choose, dropProps }, isFirst, isDisabled }: DropZoneProps) {
  return (
    <div
      {...dropProps}
      className={cn(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed border-edge px-6 py-8 text-center text-sm text-muted',
        isTarget && 'border-accent bg-accent-soft',
      )}
    >
      <Button variant={isFirst ? 'primary' : 'secondary'} disabled={isDisabled} onClick={choose}>
        <FileUp aria-hidden="true" /> {isFirst ? 'Choose a file' : 'Choose another file'}
      </Button>
      <p className="max-sm:hidden">or drop it here, several together if they belong to one program</p>
      <p>Nothing is stored before you have checked and compared it.</p>
    </div>
  );
}
