import { TRPCClientError } from '@trpc/client';
import { ServerUnavailableError } from '../session/server-unavailable.ts';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function metaOf(error: unknown): Record<string, unknown> {
  return error instanceof TRPCClientError && isRecord(error.meta) ? error.meta : {};
}

/** The HTTP status of the response, or null if there was no response. */
export function serverStatus(error: unknown): number | null {
  const { response } = metaOf(error);
  return isRecord(response) && typeof response.status === 'number' ? response.status : null;
}

/** The error message of the server, or null if there was no response or it came from a proxy. */
export function serverSentence(error: unknown): string | null {
  if (!(error instanceof TRPCClientError)) return null;
  if (error.shape) return error.message;
  const { responseJSON } = metaOf(error);
  return isRecord(responseJSON) && typeof responseJSON.error === 'string' ? responseJSON.error : null;
}

/** The message to show for a failed call: the server's, or else `fallback`. */
export function errorSentence(error: unknown, fallback: string): string {
  return serverSentence(error) ?? fallback;
}

/** The message to show for a network error or time-out, with advice; null if there was a response. */
export function connectionSentence(error: unknown): string | null {
  if (serverStatus(error) !== null) return null;
  const cause = error instanceof TRPCClientError ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return 'The server did not answer within 10 seconds. Try again.';
  }
  if (cause instanceof TypeError || cause instanceof ServerUnavailableError) {
    return 'The server cannot be reached. Check your connection and try again.';
  }
  return null;
}
