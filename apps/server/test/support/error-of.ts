import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';

interface TrpcError {
  readonly message: string;
  readonly code: number;
  readonly data: { readonly code: string };
}

/** The body of an error response in the form of REST, whichever transport has sent it. */
export function errorOf(body: string): Record<string, unknown> {
  const { error, ...rest }: { error: string | TrpcError } = JSON.parse(body);
  if (typeof error === 'string') return { error, ...rest };
  if (!Object.values(TRPC_ERROR_CODES_BY_KEY).some((code) => code === error.code)) {
    throw new Error(`not a code of tRPC: ${error.code}`);
  }
  return { error: error.message, code: error.data.code, ...rest };
}
