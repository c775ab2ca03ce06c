import { secondFactorRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { describe, expect, it } from 'vitest';
import {
  callRest,
  changingInputs,
  createAccessToken,
  guardedOperations,
  useFullAccount,
} from '../support/changing-inputs.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

describe('a stolen access token, 10 minutes after the sign-in', () => {
  const account = useFullAccount(harness);

  /** Everything by which the owner, or a thief, can sign in or stay signed in. */
  async function credentials() {
    const run = async (query: ReturnType<typeof sql<{ row: string }>>) => {
      const { rows } = await query.execute(harness().services.database.fork().getKysely());
      return rows.map(({ row }) => row);
    };
    return {
      account: await run(
        sql`select user_account::text as row from user_account where id = ${account().userId}`,
      ),
      sessions: await run(sql`select id::text as row from session order by 1`),
      refreshTokens: await run(sql`select refresh_token::text as row from refresh_token order by 1`),
      accessTokens: await run(sql`select access_token::text as row from access_token order by 1`),
      personalAccessTokens: await run(sql`select id::text as row from personal_access_token order by 1`),
      secondFactors: await run(sql`select second_factor::text as row from second_factor order by 1`),
      passkeys: await run(sql`select credential_id as row from passkey order by 1`),
      recoveryCodes: await run(sql`select recovery_code::text as row from recovery_code order by 1`),
    };
  }

  it('makes nothing that outlives it by any operation, and takes nothing from its owner', async () => {
    const { database } = harness().services;
    await secondFactorRepository.activate(database.fork(), account().userId, new Date());
    await secondFactorRepository.replaceRecoveryCodes(database.fork(), account().userId, ['a digest']);
    const stolen = await createAccessToken(harness(), account().userId);
    await sql`update session set created_at = created_at - interval '10 minutes'`.execute(
      database.fork().getKysely(),
    );
    const before = await credentials();
    const guess = { password: 'a guess', current_password: 'a guess' };
    const refused: string[] = [];
    // Signing out would end only the stolen sign-in.
    for (const operation of guardedOperations.filter(({ name }) => name !== 'auth.logout')) {
      const { status, body } = await callRest(
        harness(),
        operation,
        { ...(changingInputs[operation.name]?.(account().ids) ?? account().ids), ...guess },
        stolen,
      );
      expect([operation.name, status]).toEqual([
        operation.name,
        expect.not.toSatisfy((s: number) => s >= 500),
      ]);
      if (body.code === 'CONFIRMATION_REQUIRED') refused.push(operation.name);
    }
    expect(refused.sort()).toEqual([
      'auth.activateSecondFactor',
      'auth.addPasskey',
      'auth.createSecondFactor',
      'auth.createToken',
      'auth.deleteAccount',
      'auth.endSignIn',
      'auth.logoutAll',
      'auth.passkeyOptions',
      'auth.removePasskey',
      'auth.removeSecondFactor',
      'auth.renewRecoveryCodes',
      'transfer.exportAccount',
    ]);
    expect(await credentials()).toEqual({
      ...before,
      personalAccessTokens: before.personalAccessTokens.filter((id) => id !== account().ids.tokenId),
    });
  });
});
