import { minuteMs } from '@stockbook/common/durations';
import {
  digestToken,
  type EntityManager,
  passkeyRepository,
  personalAccessTokenRepository,
  type SecurityEvent,
  type SecurityEventKind,
  type Session,
  secondFactorRepository,
  securityEventRepository,
  sessionRepository,
  signInCodeRepository,
  type User,
  userRepository,
} from '@stockbook/db';
import type { Services } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { operatorSource } from '../../security-events/security-events.ts';
import { newToken } from '../access-tokens/new-token.ts';
import { newUser } from '../account/account.ts';
import { generatePassword, mustChangeUntil } from '../passwords/generated-password.ts';
import { operatorTurn } from '../passwords/password-hasher.ts';
import { registerInput } from '../sessions/schemas.ts';

export type OperatorServices = Pick<
  Services,
  'database' | 'clock' | 'passwords' | 'passwordRules' | 'securityEvents'
>;

interface Ended {
  readonly endedSessions: number;
  readonly revokedTokens: number;
}

/** @throws AppError NOT_FOUND */
async function findUser(em: EntityManager, email: string): Promise<User> {
  const user = await userRepository.findByEmail(em, email);
  if (!user) throw new AppError('NOT_FOUND', `No account has the email ${email}`);
  return user;
}

/**
 * Changes an account in one transaction, with its user locked, and records the event.
 * @throws AppError NOT_FOUND if no account has the email
 */
async function changeAccount<T>(
  { database, securityEvents }: OperatorServices,
  email: string,
  event: { kind: SecurityEventKind; isNotice?: boolean },
  change: (tx: EntityManager, user: User) => Promise<T>,
): Promise<T> {
  return database.fork().transactional(async (tx) => {
    const user = await findUser(tx, email);
    await userRepository.lockForDeletion(tx, user.id);
    const result = await change(tx, user);
    const { kind, isNotice = false } = event;
    const userId = kind === 'account_deleted' ? null : user.id;
    await securityEvents.record(tx, kind, operatorSource, { userId, isNotice });
    return result;
  });
}

async function endAll(tx: EntityManager, userId: string): Promise<Ended> {
  return {
    endedSessions: await sessionRepository.endAllOfUser(tx, userId),
    revokedTokens: await personalAccessTokenRepository.removeAllOfUser(tx, userId),
  };
}

/**
 * Creates an account with a generated password, which its owner must change.
 * @throws ZodError if email or username are not valid, AppError CONFLICT if they are taken
 */
export async function createUser(
  services: OperatorServices,
  { email, username }: { email: string; username: string },
): Promise<{ email: string; password: string }> {
  const { database, passwords, clock, securityEvents } = services;
  const password = generatePassword();
  const input = registerInput.parse({ email, username, password });
  const now = clock();
  const passwordHash = await passwords.hash(password, operatorTurn);
  const user = { ...newUser(input, passwordHash, now), mustChangePasswordUntil: mustChangeUntil(now) };
  await database.fork().transactional(async (tx) => {
    if (!(await userRepository.insert(tx, user))) {
      throw new AppError('CONFLICT', 'An account with this email or this username already exists');
    }
    await securityEvents.record(tx, 'signed_up', operatorSource, { userId: user.id });
  });
  return { email: user.email, password };
}

/** Ends all sessions and tokens of an account, which can no longer sign in. */
export function disableUser(services: OperatorServices, email: string): Promise<Ended> {
  return changeAccount(services, email, { kind: 'account_disabled' }, async (tx, user) => {
    await userRepository.setDisabledAt(tx, user.id, services.clock());
    return endAll(tx, user.id);
  });
}

export async function enableUser(services: OperatorServices, email: string): Promise<void> {
  await changeAccount(services, email, { kind: 'account_enabled' }, (tx, user) =>
    userRepository.setDisabledAt(tx, user.id, null),
  );
}

export async function deleteUser(services: OperatorServices, email: string): Promise<void> {
  await changeAccount(services, email, { kind: 'account_deleted' }, (tx, user) =>
    userRepository.remove(tx, user.id),
  );
}

/** Turns two-step sign-in off and ends all sessions. The user gets a notice at the next sign-in. */
export function removeSecondFactorOf(services: OperatorServices, email: string): Promise<Ended> {
  return changeAccount(services, email, { kind: 'second_factor_off', isNotice: true }, async (tx, user) => {
    if (!(await secondFactorRepository.remove(tx, user.id))) {
      throw new AppError('CONFLICT', `Two-step sign-in is not on for ${email}`);
    }
    return { endedSessions: await sessionRepository.endAllOfUser(tx, user.id), revokedTokens: 0 };
  });
}

/** Removes all passkeys and ends all sessions. The user gets a notice at the next sign-in. */
export function removePasskeysOf(
  services: OperatorServices,
  email: string,
): Promise<Ended & { removedPasskeys: number }> {
  return changeAccount(services, email, { kind: 'passkey_removed', isNotice: true }, async (tx, user) => {
    const removedPasskeys = await passkeyRepository.removeAllOfUser(tx, user.id);
    if (removedPasskeys === 0) throw new AppError('CONFLICT', `${email} has no passkeys`);
    const endedSessions = await sessionRepository.endAllOfUser(tx, user.id);
    return { removedPasskeys, endedSessions, revokedTokens: 0 };
  });
}

/** How long the operator has to hand a code over. */
const codeMs = 10 * minuteMs;

/**
 * Makes a code by which the owner of an account signs in once, for emergencies: without a password and the provider.
 * @throws AppError NOT_FOUND if no account has the email, CONFLICT if it is disabled
 */
export function createOperatorCode(services: OperatorServices, email: string): Promise<string> {
  return changeAccount(services, email, { kind: 'operator_session' }, async (tx, user) => {
    if (user.disabledAt !== null) throw new AppError('CONFLICT', `The account of ${email} is disabled`);
    const code = newToken();
    await signInCodeRepository.add(tx, {
      digest: digestToken(code),
      userId: user.id,
      browserDigest: null,
      issuer: null,
      subject: null,
      providerSessionId: null,
      authenticatedAt: null,
      expiresAt: new Date(services.clock().getTime() + codeMs),
    });
    return code;
  });
}

/** Ends all sessions of an account, and on request its personal access tokens. */
export function signOut(
  services: OperatorServices,
  email: string,
  options: { tokens: boolean },
): Promise<Ended> {
  return changeAccount(services, email, { kind: 'signed_out_everywhere' }, async (tx, user) =>
    options.tokens
      ? endAll(tx, user.id)
      : { endedSessions: await sessionRepository.endAllOfUser(tx, user.id), revokedTokens: 0 },
  );
}

/** The same for all accounts. */
export async function signOutAll(services: OperatorServices, options: { tokens: boolean }): Promise<Ended> {
  const total = { endedSessions: 0, revokedTokens: 0 };
  for (const { email } of await userRepository.list(services.database.fork())) {
    const ended = await signOut(services, email, options);
    total.endedSessions += ended.endedSessions;
    total.revokedTokens += ended.revokedTokens;
  }
  return total;
}

/** The sign-ins of an account, the last used first. */
export async function listSessionsOf(
  { database, clock }: OperatorServices,
  email: string,
  idleTimeoutS: number,
): Promise<Session[]> {
  const em = database.fork();
  const user = await findUser(em, email);
  const now = clock();
  const idleSince = new Date(now.getTime() - idleTimeoutS * 1000);
  const [sessions] = await sessionRepository.listOfUser(em, user.id, {}, { now, idleSince });
  return sessions;
}

/** Events in one output of the command line. */
const maxEvents = 10_000;

/** The security events of one account or of all, newest first. */
export async function listEventsOf(
  { database }: OperatorServices,
  email: string | undefined,
  since: Date | undefined,
): Promise<SecurityEvent[]> {
  const em = database.fork();
  const userId = email === undefined ? undefined : (await findUser(em, email)).id;
  return securityEventRepository.list(em, { userId, since, limit: maxEvents });
}
