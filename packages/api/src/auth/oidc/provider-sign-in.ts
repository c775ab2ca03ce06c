import {
  digestToken,
  type EntityManager,
  type ProviderSubject,
  providerConnectionRepository,
  sessionRepository,
  signInCodeRepository,
  type User,
  userRepository,
} from '@stockbook/db';
import { AppError } from '../../app-error.ts';
import type { ProcedureContext } from '../../context.ts';
import { recordRefusal } from '../../security-events/record-refusal.ts';
import { newToken } from '../access-tokens/new-token.ts';
import { newUser } from '../account/account.ts';
import { email as emailSchema } from '../schemas.ts';
import { clockToleranceS } from './claims.ts';
import { type Flow, type FlowPurpose, flowMs } from './flow.ts';
import { type Identity, type IdentityProvider, ProviderError } from './identity-provider.ts';
import { usernamesFrom } from './usernames.ts';

/** The context of what only REST offers. */
export type ProviderContext = Pick<
  ProcedureContext,
  'em' | 'services' | 'address' | 'client' | 'requestId' | 'device'
>;

/** Why a sign-in at the provider led to nothing. The page has a sentence for each. */
type ProviderProblem =
  | 'email_exists'
  | 'no_email'
  | 'unreachable'
  | 'refused'
  | 'not_begun'
  | 'no_account'
  | 'connected_elsewhere'
  | 'not_recent'
  | 'too_many';

/** The next address of the browser, and the secret by which the exchange recognises it. */
export interface Redirection {
  readonly url: string;
  /** Null unless the page is to exchange a code. */
  readonly browserSecret: string | null;
}

/** No identity was proved. */
const unprovedProblems: readonly ProviderProblem[] = ['refused', 'not_begun', 'not_recent'];

class Problem extends Error {
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** A code is exchanged at once by the page to which it is sent. */
const codeMs = 60_000;

/**
 * Begins a sign-in at the provider.
 * @returns where the browser goes, and the cookie that it keeps
 * @throws ProviderError
 */
export async function beginFlow(
  provider: IdentityProvider,
  purpose: FlowPurpose,
): Promise<{ url: string; cookie: string }> {
  const { flow, cookie } = provider.flows.begin(purpose);
  return { url: await provider.authorizationUrl(flow, purpose.kind === 'confirm'), cookie };
}

/** Begins to sign in. Without the provider, leads back to the form. */
export async function startProviderSignIn(
  provider: IdentityProvider,
): Promise<{ url: string; cookie: string | null }> {
  try {
    return await beginFlow(provider, { kind: 'sign-in' });
  } catch (error) {
    return { url: provider.pageUrl(`/login#problem=${problemOf(error)}`), cookie: null };
  }
}

/**
 * Ends a sign-in at the provider: signs in by a code for the page, connects the account, or confirms the session.
 * @param query of the request
 * @param cookie of the browser; null without one
 */
export async function endProviderSignIn(
  ctx: ProviderContext,
  provider: IdentityProvider,
  { query, cookie }: { query: string; cookie: string | null },
): Promise<Redirection> {
  const flow = cookie === null ? null : provider.flows.read(cookie);
  const page = flow === null || flow.purpose.kind === 'sign-in' ? '/login' : '/settings';
  try {
    await admitCallback(ctx);
    if (flow === null || !(await useFlow(ctx, flow, query))) throw new Problem('not_begun');
    const identity = await provider.redeem(query, flow);
    if (flow.purpose.kind !== 'sign-in') {
      await completeForSession(ctx, provider, { ...flow, purpose: flow.purpose }, identity);
      return { url: provider.pageUrl('/settings'), browserSecret: null };
    }
    const { code, browserSecret } = await signInCodeFor(ctx, provider, identity);
    return { url: provider.pageUrl(`/signed-in#code=${code}`), browserSecret };
  } catch (error) {
    const problem = problemOf(error);
    if (unprovedProblems.includes(problem)) {
      const userId = flow === null || flow.purpose.kind === 'sign-in' ? null : flow.purpose.userId;
      const details = { by: 'provider', problem };
      await ctx.services.securityEvents.record(ctx.em, 'sign_in_failed', ctx, { userId, details });
    }
    return { url: provider.pageUrl(`${page}#problem=${problem}`), browserSecret: null };
  }
}

/** Counts a callback of the address: beyond the limit, a page says so instead of a bare answer. @throws Problem */
async function admitCallback(ctx: ProviderContext): Promise<void> {
  try {
    await ctx.services.limits.admit('provider callback', ctx.address);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error;
    await recordRefusal(ctx, error, { userId: null, details: { procedure: 'provider callback' } });
    throw new Problem('too_many');
  }
}

/** @throws every error that is none of the provider's */
function problemOf(error: unknown): ProviderProblem {
  if (error instanceof ProviderError || error instanceof Problem) return error.problem;
  throw error;
}

/** Whether the answer belongs to the flow, and is the first one. */
async function useFlow(
  { em, services: { clock } }: ProviderContext,
  flow: Flow,
  query: string,
): Promise<boolean> {
  const states = new URLSearchParams(query).getAll('state');
  if (states.length !== 1 || states[0] !== flow.state) return false;
  const endsAt = new Date(flow.begunAt + flowMs);
  return signInCodeRepository.useOnce(em, digestToken(`state ${flow.state}`), endsAt, clock());
}

/** Connects the account of a session, or confirms the session. */
async function completeForSession(
  ctx: ProviderContext,
  provider: IdentityProvider,
  { purpose, begunAt }: Flow & { purpose: Exclude<FlowPurpose, { kind: 'sign-in' }> },
  { subject, authenticatedAt }: Identity,
): Promise<void> {
  const { clock, securityEvents } = ctx.services;
  const person = { issuer: provider.issuer, subject };
  const { userId, sessionId } = purpose;
  await ctx.em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    const session = await sessionRepository.lock(tx, sessionId);
    if (!session || session.user.id !== userId) throw new Problem('not_begun');
    const connected = await providerConnectionRepository.findUser(tx, person);
    if (connected && connected.id !== userId) throw new Problem('connected_elsewhere');
    if (purpose.kind === 'confirm') {
      const earliest = begunAt - clockToleranceS * 1000;
      const isRecent = authenticatedAt !== null && authenticatedAt.getTime() >= earliest;
      if (!connected || !isRecent) throw new Problem('not_recent');
      await sessionRepository.confirm(tx, sessionId, clock(), 'provider');
      return;
    }
    if (connected) return;
    const isAdded = await providerConnectionRepository.add(tx, userId, person, clock());
    // A simultaneous request has connected the person or the account.
    if (!isAdded) throw new Problem('connected_elsewhere');
    await securityEvents.record(tx, 'provider_connected', ctx, { userId, sessionId, isNotice: true });
  });
}

/** Makes the code by which the browser signs in, and before it the account of a new person. */
async function signInCodeFor(
  ctx: ProviderContext,
  provider: IdentityProvider,
  identity: Identity,
): Promise<{ code: string; browserSecret: string }> {
  const { subject, providerSessionId, authenticatedAt } = identity;
  const person = { issuer: provider.issuer, subject };
  const user =
    (await providerConnectionRepository.findUser(ctx.em, person)) ?? (await signUp(ctx, provider, identity));
  if (user.disabledAt !== null) throw new Problem('no_account');
  const [code, browserSecret] = [newToken(), newToken()];
  await signInCodeRepository.add(ctx.em, {
    ...person,
    digest: digestToken(code),
    userId: user.id,
    browserDigest: digestToken(browserSecret),
    providerSessionId,
    authenticatedAt,
    expiresAt: new Date(ctx.services.clock().getTime() + codeMs),
  });
  return { code, browserSecret };
}

/** Creates the account of a new person. One with the same email is another person's until its owner connects it. */
async function signUp(ctx: ProviderContext, provider: IdentityProvider, identity: Identity): Promise<User> {
  const profile = await identity.readProfile();
  const { data: email } = emailSchema.safeParse(profile.email);
  if (email !== undefined && (await userRepository.findByEmail(ctx.em, email)))
    throw new Problem('email_exists');
  if (!provider.canSignUp) throw new Problem('no_account');
  if (email === undefined) throw new Problem('no_email');
  const person = { issuer: provider.issuer, subject: identity.subject };
  return ctx.em.transactional(async (tx) => {
    for (const username of usernamesFrom(profile.username, email)) {
      const user = await addUser(ctx, tx, { email, username }, person);
      if (user) return user;
    }
    // Only after many conflicts of random digits: the same request may succeed later.
    throw new Problem('unreachable');
  });
}

/** @returns null if the username is taken */
async function addUser(
  ctx: ProviderContext,
  tx: EntityManager,
  owner: { email: string; username: string },
  person: ProviderSubject,
): Promise<User | null> {
  const { clock, securityEvents } = ctx.services;
  const user = newUser({ ...owner, first_name: null, last_name: null }, null, clock());
  if (!(await userRepository.insert(tx, user))) {
    const conflict = await userRepository.findConflict(tx, owner.email, owner.username);
    if (conflict === 'email') throw new Problem('email_exists');
    return null;
  }
  // A simultaneous first sign-in of the same person has the same email: its account came first.
  if (!(await providerConnectionRepository.add(tx, user.id, person, clock())))
    throw new Problem('email_exists');
  await securityEvents.record(tx, 'signed_up', ctx, { userId: user.id, details: { by: 'provider' } });
  return user;
}
