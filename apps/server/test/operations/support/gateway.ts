import { once } from 'node:events';
import { connect } from 'node:net';
import { pollUntil } from '@stockbook/testing';
import type { Program } from './packaged-program.ts';

/** A program between Stockbook and PostgreSQL. */
export interface Gateway {
  readonly port: number;
  /** The database `stockbook` through the program. */
  readonly url: string;
  /** Ends the program and deletes its files. */
  remove(): Promise<void>;
}

/** Waits until the program accepts connections. @throws with its output if it ends instead */
export async function waitForPort(port: number, program: Program): Promise<void> {
  await pollUntil(`a program that listens on port ${port}`, async () => {
    if (program.hasEnded()) throw new Error(program.output());
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      // The program does not listen yet.
      return false;
    } finally {
      socket.destroy();
    }
  });
}
