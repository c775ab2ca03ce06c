import { MarketDataError } from '../provider/market-data-error.ts';

/** 50 years of daily bars take 2 MB from Yahoo, and 4 MB from Tiingo with its 13 numbers for each. */
const maxBytes = 16 * 1024 * 1024;

/**
 * The text of a response's body.
 * @param name of the service, for the message
 * @throws MarketDataError `bad_data` if the body is larger than 16 MB; otherwise what the connection fails with
 */
export async function readBody(response: Response, name: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new MarketDataError('bad_data', `${name} sent a response larger than 16 MB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Ends a response whose body nothing depends on: it may never end by itself. */
export function cancelBody(response: Response): void {
  response.body?.cancel().catch(() => {});
}

/** Whether `error` is that of `AbortSignal.timeout`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
