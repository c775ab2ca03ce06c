import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** A chunk of its own: most visits make and use no passkey. */
const load = () => import('@simplewebauthn/browser');

/** The user has closed the dialog of the browser, or the browser offers something else instead. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

async function ceremony<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const isCancelled = error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
    throw isCancelled ? new PasskeyCancelled('No passkey was used.', { cause: error }) : error;
  }
}

/** Lets the user make a passkey. @throws PasskeyCancelled */
export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await load();
  return ceremony(startRegistration({ optionsJSON }));
}

/** Lets the user choose a passkey. Ends what `offerPasskeys` has begun. @throws PasskeyCancelled */
export async function choosePasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await load();
  return ceremony(startAuthentication({ optionsJSON }));
}

/** Whether the browser can offer passkeys in a field. */
export async function canOfferPasskeys(): Promise<boolean> {
  return (await load()).browserSupportsWebAuthnAutofill();
}

/** Offers passkeys in the field with the autocomplete word `webauthn` until one is chosen. @throws PasskeyCancelled */
export async function offerPasskeys(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await load();
  return ceremony(startAuthentication({ optionsJSON, useBrowserAutofill: true }));
}

/** Ends what `offerPasskeys` or another call has begun. */
export async function cancelPasskeys(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}
