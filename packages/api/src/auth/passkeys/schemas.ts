import { z } from 'zod';
import {
  limitedText,
  opaqueId,
  paging,
  requiredName,
  requiredText,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';

/** Per user. */
export const maxPasskeys = 20;

const exampleCredentialId = 'EXAMPLE-CREDENTIAL-ID-EX';
const exampleChallenge = 'EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA';
const exampleData = 'EXAMPLE-EXAMPLE-EXAMPLE';

/** The longest credential id of WebAuthn, 1,023 bytes, in base64url. */
const maxIdLength = 1364;
const maxDataLength = 20_000;

/** Bytes of WebAuthn's JSON. */
function bytes(label: string, maximum = maxDataLength, example = exampleData) {
  return requiredText(label)
    .refine((value) => value.length <= maximum && /^[\w-]+$/.test(value), {
      error: `${label} must be base64url, at most ${maximum.toLocaleString('en-US')} characters`,
    })
    .meta({ maxLength: maximum, examples: [example] });
}

const credentialFields = {
  id: bytes('id', maxIdLength, exampleCredentialId),
  rawId: bytes('rawId', maxIdLength, exampleCredentialId),
  type: z.literal('public-key', { error: 'type must be public-key' }).meta({ examples: ['public-key'] }),
};

const transport = limitedText('transports', 20).meta({ examples: ['internal'] });

const attestation = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: bytes('clientDataJSON'),
      attestationObject: bytes('attestationObject'),
      transports: z
        .array(transport, { error: 'transports must be a list' })
        .max(10, 'transports has at most 10 entries')
        .meta({ examples: [['internal', 'hybrid']] })
        .optional(),
    }),
  })
  .meta({
    id: 'PasskeyAttestation',
    description:
      'The result of `navigator.credentials.create`, in WebAuthn’s JSON (RegistrationResponseJSON)',
  });

/** The result of `navigator.credentials.get`. */
export const assertion = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: bytes('clientDataJSON'),
      authenticatorData: bytes('authenticatorData'),
      signature: bytes('signature'),
      userHandle: limitedText('userHandle', 200)
        .meta({ examples: [exampleData] })
        .nullish(),
    }),
  })
  .meta({
    id: 'PasskeyAssertion',
    description: 'The result of `navigator.credentials.get`, in WebAuthn’s JSON (AuthenticationResponseJSON)',
  });
export type Assertion = z.output<typeof assertion>;

const challenge = z.string().meta({
  description: 'To be signed by the authenticator: valid for five minutes and for one answer',
  examples: [exampleChallenge],
});
const timeout = z
  .number()
  .int()
  .min(0)
  .max(300_000)
  .meta({ description: 'In milliseconds', examples: [300_000] });

const descriptor = z
  .object({
    id: z.string().meta({ examples: [exampleCredentialId] }),
    type: z.literal('public-key'),
    transports: z.array(z.string()).meta({ examples: [['internal']] }),
  })
  .meta({ id: 'PasskeyDescriptor' });

export const creationOptions = z
  .object({
    challenge,
    rp: z.object({
      id: z.string().meta({ examples: ['stocks.example.com'] }),
      name: z.string().meta({ examples: ['Stockbook'] }),
    }),
    user: z.object({
      id: z.string().meta({ examples: [exampleData] }),
      name: z.string().meta({ examples: ['you@example.com'] }),
      displayName: z.string().meta({ examples: ['trader'] }),
    }),
    pubKeyCredParams: z.array(
      z.object({
        type: z.literal('public-key'),
        alg: z
          .number()
          .int()
          .min(-65_535)
          .max(-1)
          .meta({ examples: [-7] }),
      }),
    ),
    timeout,
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({
    id: 'PasskeyCreationOptions',
    description:
      'For `navigator.credentials.create`, in WebAuthn’s JSON (PublicKeyCredentialCreationOptionsJSON)',
  });

export const requestOptions = z
  .object({
    challenge,
    rpId: z.string().meta({ examples: ['stocks.example.com'] }),
    timeout,
    userVerification: z.literal('required'),
    allowCredentials: z.array(descriptor).meta({ description: 'Empty for signing in' }),
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description:
      'For `navigator.credentials.get`, in WebAuthn’s JSON (PublicKeyCredentialRequestOptionsJSON)',
  });

const passkeyName = requiredName('Name', 100).meta({ examples: ['MacBook'] });

export const addPasskeyInput = z
  .object({ name: passkeyName, response: attestation })
  .meta({ id: 'NewPasskey' });
export const passkeyLoginInput = z.object({ response: assertion }).meta({ id: 'PasskeyLogin' });
export const listPasskeysInput = z.object({ ...paging });

export const passkeyInput = z.object({ passkeyId: opaqueId.meta({ description: 'Id of a passkey' }) });
export const renamePasskeyInput = passkeyInput.extend({ name: passkeyName }).meta({ id: 'PasskeyName' });

export const passkey = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['MacBook'] }),
    created_at: timestamp.meta({ examples: ['2024-11-03T10:00:00.000Z'] }),
    last_used_at: timestamp.nullable(),
    backed_up: z.boolean().meta({
      description: 'Whether it is copied to other devices of its owner',
      examples: [true],
    }),
    transports: z
      .array(z.string())
      .meta({ description: 'How the authenticator is reached', examples: [['internal', 'hybrid']] }),
  })
  .meta({ id: 'Passkey' });
export type PasskeyOutput = z.infer<typeof passkey>;

export const passkeyList = z
  .object({
    passkeys: z.array(passkey).meta({ description: 'Newest first' }),
    total: totalCount,
  })
  .meta({ id: 'PasskeyList' });
