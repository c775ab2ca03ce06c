/** The time that a call may take, with the body of its response. */
const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

const statusesWithoutBody: readonly number[] = [204, 205, 304];

/** The identity provider gave no usable answer: the same request may succeed later. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Whether a host is this machine, for which plain HTTP is safe. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether a request to the URL is encrypted, or stays on this machine. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

async function readLimited({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new UnreachableError('the answer is larger than 1 MiB');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** The request of a library: both call the provider with forms or without a body. */
interface LimitedRequest {
  readonly method?: string;
  readonly headers?: Headers | Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * `fetch` for the identity provider: bounded in time and size, without redirects, and over HTTPS except to this
 * machine, because the addresses come from the provider's metadata.
 * @throws UnreachableError without an answer, for one of a failing or overloaded server, and for one that is too large
 */
export async function fetchLimited(
  url: string,
  { method = 'GET', headers = {}, body, signal }: LimitedRequest,
): Promise<Response> {
  if (!isConfidential(new URL(url))) throw new UnreachableError('an address of the provider is not https');
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body instanceof URLSearchParams || typeof body === 'string' ? body : null,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    });
    const { status } = response;
    if (status === 429 || status >= 500) throw new UnreachableError(`the provider answered ${status}`);
    const bytes = await readLimited(response);
    return new Response(statusesWithoutBody.includes(status) ? null : bytes, {
      status,
      headers: response.headers,
    });
  } catch (error) {
    if (error instanceof UnreachableError) throw error;
    throw new UnreachableError('the provider did not answer', { cause: error });
  }
}
