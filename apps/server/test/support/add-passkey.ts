import { randomUUID } from 'node:crypto';
import type { Services } from '@stockbook/api';
import { digestToken, passkeyRepository } from '@stockbook/db';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** Stores a passkey that nothing can sign with. @returns its id */
export async function addPasskey({ database }: Services, userId: string): Promise<string> {
  const id = randomUUID();
  await passkeyRepository.add(database.fork(), {
    id,
    userId,
    credentialId: id,
    publicKey: Buffer.of(1),
    counter: 0,
    transports: ['internal'],
    backedUp: false,
    name: 'mine',
    createdAt: new Date(),
    lastUsedAt: null,
  });
  return id;
}

/**
 * Stores a challenge for a new passkey, which `createAccessToken` gives to its session.
 * @returns the answer to it at `http://localhost`, as JSON
 */
export async function answerNewPasskey({ database }: Services, userId: string): Promise<string> {
  const challenge = randomUUID();
  const expiresAt = new Date('2100-01-01');
  await passkeyRepository.addChallenge(
    database.fork(),
    { digest: digestToken(challenge), purpose: 'add', sessionId: null, expiresAt },
    new Date(),
  );
  const options = { challenge, rp: { id: 'localhost' }, user: { id: userId } };
  return JSON.stringify(new SoftwareAuthenticator('http://localhost').create(options));
}
