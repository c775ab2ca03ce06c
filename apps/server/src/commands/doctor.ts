import { checkDatabase } from '../doctor/check-database.ts';
import { checkMachine } from '../doctor/check-machine.ts';
import { checkProvider } from '../doctor/check-provider.ts';
import { checkQuotes } from '../doctor/check-quotes.ts';
import { checkVersion } from '../doctor/check-version.ts';
import { readEnv } from '../env.ts';
import { useOutgoingProxy } from '../outgoing-proxy.ts';

/**
 * Checks the installation: one line for each part, `ok` or what to do. Changes nothing.
 * @returns the lines; the exit code is 1 if there is a problem
 */
export async function doctor(): Promise<string> {
  const env = readEnv();
  useOutgoingProxy(env);
  const findings = [
    await checkVersion(env),
    ...(await checkMachine(env)),
    ...(await checkDatabase(env)),
    await checkProvider(env),
    ...(await checkQuotes(env)),
  ];
  if (findings.some(({ isOk }) => !isOk)) process.exitCode = 1;
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  return findings
    .map(({ subject, isOk, text }) => `${isOk ? 'ok     ' : 'problem'}  ${subject.padEnd(width)}  ${text}`)
    .join('\n');
}
