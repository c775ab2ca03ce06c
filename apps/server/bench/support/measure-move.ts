import { readFileSync } from 'node:fs';
import { moveBody, movedFile } from './moved-file.ts';
import { measureBeside } from './other-reads.ts';
import type { Stack } from './stack.ts';

const [maxReportMs, maxMemoryMib] = [10_000, 512];

/** The most memory that a process has had, in MiB. */
function peakMemory(pid: number): number {
  const [, kibibytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

/**
 * Measures the time from a file of another program to its report, the memory that reading it takes, and the reads of
 * other users meanwhile.
 */
export async function measureMove(stack: Stack, token: string): Promise<void> {
  const file = movedFile();
  const body: object = JSON.parse(moveBody(file));
  const before = peakMemory(stack.server.pid);
  const startedAt = performance.now();
  const read = () => stack.runTask(token, '/portfolios/move-in', body);
  await read();
  const reportMs = performance.now() - startedAt;
  const memory = peakMemory(stack.server.pid) - before;
  process.stdout.write(
    `report of a file of ${Math.round(file.length / 1e6)} MB with 600,000 prices: ${Math.round(reportMs)} ms (limit ${maxReportMs}), ` +
      `${Math.round(memory)} MiB more memory (limit ${maxMemoryMib})\n`,
  );
  await measureBeside(stack, stack.tokens.slice(3), read, 'reading that file');
}
