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

/** The server's code for programs in the body of an error. */
function codeIn(shape: unknown): string | null {
  const data = isRecord(shape) ? shape.data : null;
  return isRecord(data) && typeof data.code === 'string' ? data.code : null;
}

/** The server's code for programs, or null if there was no response or it came from a proxy. */
export function serverCode(error: unknown): string | null {
  return error instanceof TRPCClientError ? codeIn(error.shape) : null;
}

/** The code of an error response, whose body can still be read afterwards. */
export async function refusalCode(response: Response): Promise<string | null> {
  try {
    const body: unknown = await response.clone().json();
    return isRecord(body) ? codeIn(body.error) : null;
  } catch {
    // Not the server's: a proxy may refuse with a page.
    return null;
  }
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
    return 'The server did not answer in time. Try again.';
  }
  if (cause instanceof TypeError || cause instanceof ServerUnavailableError) {
    return 'The server cannot be reached. Check your connection and try again.';
  }
  return null;
}

/**
 * The message to show for a failed call, and for a network error its reason; null if there was a response. As arguments
 * of an alert or a `FormFailure`.
 */
export function describeFailure(error: unknown, fallback: string): [message: string, detail: string | null] {
  return [errorSentence(error, fallback), connectionSentence(error)];
}

/** The data that the server adds to its message, such as the invalid fields; undefined without a response. */
export function errorDetails(error: unknown): unknown {
  return error instanceof TRPCClientError ? error.data?.details : undefined;
}

/** A mistake in a field of a request, as the server returns it. */
interface FieldProblem {
  /** For example `quantity`, `rules.entry` or `transactions[0].price`. */
  readonly field: string;
  readonly message: string;
  /** In the text of a rule; null for other fields. */
  readonly position?: { readonly offset: number; readonly length: number } | null;
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isRecord(value) && typeof value.field === 'string' && typeof value.message === 'string';
}

/** The mistakes in fields that a response lists; none for other errors. */
export function fieldProblems(error: unknown): readonly FieldProblem[] {
  const details = errorDetails(error);
  return Array.isArray(details) ? details.filter(isFieldProblem) : [];
}

/** The server's messages about fields, the first of each; none if the failure has another reason. */
export function fieldMessages<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const details = errorDetails(error);
  const messages: Partial<Record<Field, string>> = {};
  for (const detail of Array.isArray(details) ? details : []) {
    if (!isRecord(detail) || typeof detail.message !== 'string') continue;
    const field = fields.find((name) => name === detail.field);
    if (field !== undefined) messages[field] ??= detail.message;
  }
  return messages;
}
