import { MarketDataError } from '../provider/market-data-error.ts';

const mebibyte = 1024 * 1024;

/** 50 years of daily bars take 2 MB from Yahoo, and 4 MB from Tiingo with its 13 numbers for each. */
export const maxHistoryMebibytes = 16;

/** 100 quotes take 0.1 MB. */
export const maxQuoteMebibytes = 4;

/**
 * The text of a response's body.
 * @param name of the service, for the message
 * @param maximum of the body, in MiB
 * @throws MarketDataError `bad_data` if the body is larger; otherwise what the connection fails with
 */
export async function readBody(
  response: Response,
  name: string,
  maximum = maxHistoryMebibytes,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maximum * mebibyte) {
      throw new MarketDataError('bad_data', `${name} sent a response larger than ${maximum} MB`);
    }
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
