import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A load: each connection sends all requests repeatedly, one after the other. */
export interface Load {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second in total; as fast as possible if omitted. */
  readonly rate?: number;
  /** The expected status of every response. */
  readonly status: number;
}

/** Times in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Counts of other statuses and errors. */
  readonly unexpected: Readonly<Record<string, number>>;
}

const generator = fileURLToPath(new URL('load-generator.ts', import.meta.url));

/** Applies a load to a server from a separate process. */
export async function putLoad(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [generator], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const result: LoadResult = JSON.parse(await text(child.stdout));
  return result;
}

/** The unexpected responses of a load, for a table. */
export function errorsOf({ unexpected }: LoadResult): string {
  return Object.keys(unexpected).length === 0 ? 'none' : JSON.stringify(unexpected);
}

/** Like `putLoad`. @throws if a response has another status than the expected one */
export async function measureLoad(load: Load): Promise<LoadResult> {
  const result = await putLoad(load);
  if (Object.keys(result.unexpected).length > 0) {
    throw new Error(
      `${load.requests[0]?.path} had unexpected responses: ${JSON.stringify(result.unexpected)}`,
    );
  }
  return result;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
