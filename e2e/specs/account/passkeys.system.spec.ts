import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../../support/test.ts';

// Browsers have no passkeys for an IP address.
test.use({ baseURL: `http://localhost:${process.env.E2E_PORT}` });

interface Device {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** The authenticator of a device, with a user who agrees to everything. */
async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Lets the button be the only way: the virtual user would accept what the field offers at once. */
async function offerNothingInFields(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true });

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/settings');
  await cardOf(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Name this passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page).getByRole('listitem')).toContainText([name]);
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

test('adds, renames and removes a passkey', async ({ page, account: _ }) => {
  await addDevice(page);
  await page.goto('/settings');
  await expect(cardOf(page).getByText('No passkeys yet.')).toBeVisible();
  await addPasskey(page, 'MacBook');
  await expect(cardOf(page).getByRole('listitem')).toHaveText(/^MacBook · added .+ · never used/);
  await cardOf(page).getByRole('button', { name: 'Rename MacBook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename MacBook' });
  await dialog.getByLabel('Name').fill('Laptop');
  await page.keyboard.press('Enter');
  await cardOf(page).getByRole('button', { name: 'Remove Laptop' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Remove Laptop? You can no longer sign in with it.',
  });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(cardOf(page).getByText('No passkeys yet.')).toBeVisible();
});

test('signs in by the button', async ({ page, account: _ }) => {
  await addDevice(page);
  await offerNothingInFields(page);
  await addPasskey(page, 'MacBook');
  await signOut(page);
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await expect(cardOf(page).getByRole('listitem')).toHaveText(/last used today/);
});

test('signs in by the passkey that the email field offers', async ({ page, account: _ }) => {
  await addDevice(page);
  await addPasskey(page, 'MacBook');
  await signOut(page);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('refuses a passkey whose counter goes back', async ({ page, account: _, log }) => {
  log.expect(/401.*auth\.passkeyLogin/);
  const { cdp, authenticatorId } = await addDevice(page);
  await offerNothingInFields(page);
  await addPasskey(page, 'MacBook');
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  const [credential] = credentials;
  if (!credential) throw new Error('the authenticator has no passkey');
  await signOut(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await signOut(page);
  await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText('This passkey was not accepted');
});

test('confirms a sign-in by a passkey, and adds one of a second device', async ({
  page,
  account,
  browser,
  log,
}) => {
  log.expect(/403.*transfer\.exportAccount/);
  await addDevice(page);
  await addPasskey(page, 'MacBook');
  // As if the sign-in were ten minutes old.
  let isRefused = false;
  await page.route('**/trpc/transfer.exportAccount*', (route) => {
    if (isRefused) return route.continue();
    isRefused = true;
    const data = { code: 'CONFIRMATION_REQUIRED', httpStatus: 403 };
    const error = { message: 'Enter your password to go on', code: -32003, data };
    return route.fulfill({ status: 403, json: { error } });
  });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: 'Confirm it is you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await download;

  const second = await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` });
  const phone = await second.newPage();
  await addDevice(phone);
  await phone.goto('/login');
  await phone.getByLabel('Email').fill(account.email);
  await phone.getByLabel('Password').fill(account.password);
  await phone.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(phone).toHaveURL(/\/dashboard$/);
  await addPasskey(phone, 'Phone');
  await expect(cardOf(phone).getByRole('listitem')).toHaveCount(2);
  await second.close();
});
