import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Changes of an honest answer. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** Whether the authenticator has verified its user; true if omitted. */
  readonly isVerified?: boolean;
}

interface Credential {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
  readonly userHandle: string;
}

const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** A text or bytes of less than 2^16 bytes in CBOR. */
function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Uint8Array) => Buffer.concat([cborHead(2, bytes.length), bytes]);

/** The public key of P-256 in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** An authenticator with one passkey, for an origin. It counts its signatures, from 1. */
export class SoftwareAuthenticator {
  readonly origin: string;
  counter = 0;
  #credential: Credential | null = null;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Makes a passkey, in place of an earlier one: RegistrationResponseJSON. */
  create({ challenge, rp, user }: CreationOptions, lies: Lies = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rawId = randomBytes(32);
    const id = base64url(rawId);
    this.#credential = { id, privateKey, publicKey: coseKey(publicKey), userHandle: user.id };
    return this.attest({ challenge, rp, user }, lies);
  }

  /** Answers with the passkey that exists already, as a browser would not. */
  attest({ challenge, rp }: CreationOptions, lies: Lies = {}) {
    const { id, publicKey } = this.#own();
    const rawId = Buffer.from(id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(rp.id, 0x40, lies), attested]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    const clientDataJSON = base64url(this.#clientData('webauthn.create', challenge, lies));
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject: base64url(attestationObject), transports: ['internal'] },
    };
  }

  /** Signs a challenge: AuthenticationResponseJSON. */
  get({ challenge, rpId }: RequestOptions, lies: Lies = {}) {
    const { id, privateKey, userHandle } = this.#own();
    const clientData = this.#clientData('webauthn.get', challenge, lies);
    const authenticatorData = this.#authenticatorData(rpId, 0, lies);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle,
      },
    };
  }

  #own(): Credential {
    if (!this.#credential) throw new Error('the authenticator has no passkey');
    return this.#credential;
  }

  #clientData(type: string, challenge: string, lies: Lies): string {
    return JSON.stringify({
      type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.origin,
      crossOrigin: false,
    });
  }

  #authenticatorData(rpId: string, moreFlags: number, { rpId: otherId, counter, isVerified = true }: Lies) {
    this.counter = counter ?? this.counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | moreFlags;
    return Buffer.concat([sha256(otherId ?? rpId), Buffer.from([flags]), count]);
  }
}
