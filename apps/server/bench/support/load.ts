import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that follow each other in turn on each of some connections. */
export interface Load {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
  /** So many a second in all; as many as are answered, where it is left out. */
  readonly rate?: number;
  /** What every answer's status must be. */
  readonly status: number;
}

/** Times in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** How often something else came than the expected status. */
  readonly unexpected: Readonly<Record<string, number>>;
}

const generator = fileURLToPath(new URL('load-generator.ts', import.meta.url));

/** Puts a load on a server from a process of its own. */
export async function putLoad(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [generator], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const result: LoadResult = JSON.parse(await text(child.stdout));
  return result;
}

/** The same, where nothing but the expected answer will do. */
export async function measureLoad(load: Load): Promise<LoadResult> {
  const result = await putLoad(load);
  if (Object.keys(result.unexpected).length > 0) {
    throw new Error(`${load.requests[0]?.path} was answered otherwise: ${JSON.stringify(result.unexpected)}`);
  }
  return result;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
