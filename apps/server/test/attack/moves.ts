import { gzipSync } from 'node:zlib';
import { sql } from '@stockbook/db/testing';
import type { apiClient } from '@stockbook/testing';
import { ppFile } from '../support/pp-file.ts';
import type { World } from './world.ts';

type Query = World['query'];

/** The maximum that the program keeps of a user. */
const openMoves = 3;
/** So far below the limits of transactions that an attacker can store it. */
const linesOfMove = 10_000;

/** Base64 of a packed file of Portfolio Performance. */
export const moveFile = (count: number) =>
  gzipSync(
    ppFile({ deliveries: Array.from({ length: count }, () => ({ date: '2024-05-20', shares: 10 })) }),
  ).toString('base64');

/** Creates the tables of what `renewMoves` restores, empty. */
export async function createUsualMoves(query: Query): Promise<void> {
  await query(sql`create table usual_move (like portfolio_move)`);
  await query(sql`create table usual_content (like move_content)`);
}

/** Gives each attacker as many open moves as there can be. */
export async function addMoves(
  { query, forgetAttempts }: World,
  attackers: readonly ReturnType<typeof apiClient>[],
): Promise<void> {
  const files = [{ name: 'file.xml', data: moveFile(linesOfMove) }];
  for (const { runTask } of attackers) {
    for (let number = 1; number <= openMoves; number += 1) await runTask('/portfolios/move-in', { files });
    await forgetAttempts();
  }
  await query(sql`insert into usual_move select * from portfolio_move`);
  await query(sql`insert into usual_content select * from move_content`);
}

/** Restores the moves that requests have stored or taken back, instead of others. */
export async function renewMoves(query: Query): Promise<void> {
  await query(sql`delete from portfolio_move where user_id in (select user_id from usual_move)`);
  await query(
    sql`insert into portfolio_move select * from usual_move where user_id in (select id from user_account)`,
  );
  await query(
    sql`insert into move_content select * from usual_content where move_id in (select id from portfolio_move)`,
  );
}
