import type { Page } from '@playwright/test';
import { events, recoveryCodes, signIns, sinceNov3 } from '../data/account.ts';
import type { Server } from '../server.ts';
import { password } from '../session.ts';
import type { Screen } from './screens.ts';

async function answerAccount(server: Server, isOn: boolean): Promise<void> {
  const off = { is_on: false, since: null, recovery_codes_left: 0 };
  await server.answer('auth.password', { changed_at: sinceNov3, must_change_until: null });
  await server.answer(
    'auth.secondFactor',
    isOn ? { is_on: true, since: sinceNov3, recovery_codes_left: 9 } : off,
  );
  await server.answer('auth.signIns', { sign_ins: signIns, total: 7 });
  await server.answer('auth.events', { events, total: 40 });
}

/** The queries of the cards of the settings. */
const settingsReads = ['auth.password', 'auth.secondFactor', 'auth.signIns', 'auth.events', 'auth.tokens'];

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByText('You have no tokens.').waitFor();
}

/** Presses a button of the settings. */
async function pressInSettings(page: Page, name: string): Promise<void> {
  await openSettings(page);
  await page.getByRole('button', { name, exact: true }).click();
}

async function openConfirmation(page: Page): Promise<void> {
  await pressInSettings(page, 'Export');
  await page.getByRole('dialog', { name: 'Confirm it is you' }).waitFor();
}

/** Refuses a call with 403 until the user has done something. */
function forbids(procedure: string, code: string, message: string) {
  return (server: Server) => server.refuse(procedure, { status: 403, code, message });
}

const needsConfirmation = forbids(
  'transfer.exportAccount',
  'CONFIRMATION_REQUIRED',
  'Enter your password to go on',
);

/** Passkeys are possible only at the host `localhost`, which most tests do not use. */
async function answerPasskeys(server: Server): Promise<void> {
  await server.alter('system.version', (version: object) => ({
    ...version,
    sign_in: { passwords: true, passkeys: true, provider: null },
  }));
  const mine = { backed_up: true, transports: ['internal'], created_at: sinceNov3 };
  const passkeys = [
    { ...mine, id: '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c21', name: 'MacBook', last_used_at: sinceNov3 },
    { ...mine, id: '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c22', name: 'Security key', last_used_at: null },
  ];
  await server.answer('auth.passkeys', { passkeys, total: passkeys.length });
  const challenge = 'A'.repeat(43);
  await server.answer('auth.passkeyLoginOptions', {
    challenge,
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [],
  });
}

/** Screens of a visitor without a sign-in that most visitors do not see. */
export const visitorScreens: Readonly<Record<string, Screen>> = {
  'sign-in-code': {
    provoke: (server) =>
      server.refuse('auth.login', {
        status: 401,
        code: 'SECOND_FACTOR_REQUIRED',
        message: 'The code is not right or was used already',
      }),
    open: async (page) => {
      await page.goto('/login');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  'sign-in-passkey': {
    provoke: answerPasskeys,
    open: async (page) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    },
  },
  'sign-up-closed': {
    provoke: (server) =>
      server.alter('system.version', (version: object) => ({ ...version, sign_up: 'closed' })),
    open: async (page) => {
      await page.goto('/register');
      await page.getByText('Sign-up is closed here.').waitFor();
    },
  },
};

/** Screens of a new account: its security and its data. */
export const accountScreens: Readonly<Record<string, Screen>> = {
  settings: { open: openSettings },
  'settings-token': {
    open: async (page) => {
      await openSettings(page);
      const card = page.getByRole('region', { name: 'Personal access tokens' });
      await card.getByLabel('Name').fill('nightly export');
      await card.getByRole('button', { name: 'Create token' }).click();
      await card.getByLabel('Your new token').waitFor();
      await card.getByRole('listitem').first().waitFor();
    },
  },
  'settings-loading': {
    provoke: async (server) => {
      for (const name of settingsReads) await server.hold(name);
    },
    open: async (page) => {
      await page.goto('/settings');
      await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
    },
  },
  'settings-error': {
    provoke: async (server) => {
      for (const name of settingsReads) await server.disconnect(name);
    },
    open: async (page) => {
      await page.goto('/settings');
      await page.getByText('Failed to load sign-ins').waitFor();
    },
  },
  'settings-two-step': {
    provoke: (server) => answerAccount(server, true),
    open: openSettings,
  },
  'settings-passkeys': {
    provoke: answerPasskeys,
    open: async (page) => {
      await openSettings(page);
      await page.getByRole('list', { name: 'Passkeys' }).scrollIntoViewIfNeeded();
    },
  },
  'add-passkey': {
    provoke: answerPasskeys,
    open: async (page) => {
      await pressInSettings(page, 'Add a passkey');
      await page.getByRole('dialog', { name: 'Name this passkey' }).waitFor();
    },
  },
  'change-password': {
    open: async (page) => {
      await pressInSettings(page, 'Change password');
      await page.getByLabel('Current password').fill(password);
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('New password must differ from the current one').waitFor();
    },
  },
  'choose-password': {
    provoke: forbids('signals.list', 'PASSWORD_CHANGE_REQUIRED', 'Choose a new password first'),
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    },
  },
  'two-step-required': {
    provoke: forbids('signals.list', 'SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first'),
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByText('Set up two-step sign-in first').waitFor();
      await page.getByRole('button', { name: 'Turn on' }).waitFor();
    },
  },
  'two-step-setup': {
    open: async (page) => {
      await pressInSettings(page, 'Turn on');
      await page.getByRole('img', { name: /QR code/ }).waitFor();
    },
  },
  'recovery-codes': {
    provoke: async (server) => {
      await answerAccount(server, true);
      await server.answer('auth.renewRecoveryCodes', { recovery_codes: recoveryCodes });
    },
    open: async (page) => {
      await pressInSettings(page, 'New recovery codes');
      await page.getByRole('button', { name: 'Replace' }).click();
      await page.getByRole('dialog', { name: 'Keep these recovery codes' }).waitFor();
    },
  },
  'confirm-it-is-you': { provoke: needsConfirmation, open: openConfirmation },
  'confirm-by-passkey': {
    provoke: async (server) => {
      await answerPasskeys(server);
      await needsConfirmation(server);
    },
    open: async (page) => {
      await openConfirmation(page);
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    },
  },
  'confirm-it-is-you-code': {
    provoke: async (server) => {
      await answerAccount(server, true);
      await needsConfirmation(server);
      await server.refuse('auth.confirm', { status: 400, message: 'That is not your password' });
    },
    open: async (page) => {
      await openConfirmation(page);
      const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
      await dialog.getByLabel('Password').fill('a wrong sentence');
      await dialog.getByLabel('Code').fill('000000');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByRole('alert').waitFor();
    },
  },
  'delete-account': {
    open: async (page) => {
      await pressInSettings(page, 'Delete account');
      await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
    },
  },
  'security-notices': {
    provoke: (server) =>
      server.answer('auth.notices', {
        notices: [
          'New sign-in: Firefox on Linux, 203.0.113.7. Not you? Change your password.',
          'A sign-in of yours was ended because its token was used twice. If that was not you, change your password.',
        ].map((message, index) => ({ id: String(index), at: sinceNov3, kind: 'signed_in', message })),
      }),
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByText('New sign-in: Firefox on Linux').waitFor();
    },
  },
};
