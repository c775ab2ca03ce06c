import type { NotificationChannel, SavedChannel } from '@stockbook/api/schemas';
import { useRef } from 'react';
import { Field, TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { type FieldErrors, useForm } from '#hooks/use-form.ts';
import { createChannelInput } from '#lib/api/schemas.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { useSaveChannel } from '../api.ts';
import { type ChannelKind, channelKinds, isEntered } from './channel-kinds.ts';

interface ChannelForm {
  kind: ChannelKind;
  name: string;
  target: string;
  token: string;
}

function validate({ token, ...fields }: ChannelForm): FieldErrors<ChannelForm> {
  const parsed = createChannelInput.safeParse({ ...fields, ...(token ? { token } : {}) });
  if (parsed.success) return {};
  const errors: FieldErrors<ChannelForm> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path[0];
    if (field === 'name' || field === 'target' || field === 'token') errors[field] ??= message;
  }
  return errors;
}

interface ChannelDialogProps {
  /** The channel to edit; null to add one. */
  channel: NotificationChannel | null;
  kinds: readonly ChannelKind[];
  onClose: () => void;
  /** Receives the channel, with the signing secret if there is a new one. */
  onSaved: (saved: SavedChannel) => void;
}

function useChannelForm({ channel, kinds, onClose, onSaved }: ChannelDialogProps) {
  const save = useSaveChannel();
  return useForm<ChannelForm>({
    initial: {
      kind: channel?.kind ?? kinds.find(isEntered) ?? 'webhook',
      name: channel?.name ?? '',
      target: channel?.target ?? '',
      token: '',
    },
    validate,
    submit: async ({ kind, name, target, token }) => {
      const saved = await save(channel ? { channelId: channel.id } : { kind }, {
        name,
        ...(isEntered(kind) && { target }),
        ...(kind === 'ntfy' && token ? { token } : {}),
      });
      onClose();
      onSaved(saved);
    },
    describe: (error) => describeFailure(error, 'Failed to save channel'),
  });
}

/** The form that adds or changes a channel. */
export function ChannelDialog(props: ChannelDialogProps) {
  const { channel, kinds, onClose } = props;
  const firstField = useRef<HTMLInputElement>(null);
  const form = useChannelForm(props);
  const { error: _, ...kind } = form.field('kind');
  const texts = isEntered(form.values.kind) ? channelKinds[form.values.kind] : null;
  const changeHint =
    form.values.kind === 'email'
      ? 'A changed address must be confirmed again.'
      : 'A changed target gets a new secret and needs its token again.';

  return (
    <FormDialog
      title={channel ? 'Edit Channel' : 'Add Channel'}
      form={form}
      onClose={onClose}
      initialFocus={firstField}
      action={form.isBusy ? 'Saving...' : channel ? 'Save' : 'Add Channel'}
    >
      {!channel && (
        <Field label="Kind">
          {(control) => (
            <Select {...control} {...kind}>
              {kinds.filter(isEntered).map((value) => (
                <option key={value} value={value}>
                  {channelKinds[value].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <TextField
        ref={firstField}
        label="Name"
        autoComplete="off"
        required
        placeholder="My phone"
        {...form.field('name')}
      />
      {texts && (
        <TextField
          label={texts.target}
          type={form.values.kind === 'email' ? 'email' : 'url'}
          autoComplete="off"
          required
          placeholder={texts.placeholder}
          hint={channel ? changeHint : texts.hint}
          {...form.field('target')}
        />
      )}
      {form.values.kind === 'ntfy' && (
        <TextField
          label="Access token (optional)"
          type="password"
          autoComplete="off"
          hint={channel?.has_secret ? 'Leave blank to keep the stored token.' : 'For a protected topic.'}
          {...form.field('token')}
        />
      )}
    </FormDialog>
  );
}
