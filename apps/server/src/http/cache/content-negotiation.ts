/** How much an `accept` header wants something, by RFC 9110's `q`; 0 where it is not named. */
function quality(mediaType: string, accept: string): number {
  for (const entry of accept.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    if (name !== mediaType) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}

/** The media type of an answer: JSON, unless another one that there is was asked for by name, and more. */
export function chooseMediaType(accept: string | undefined, others: readonly string[]): string {
  const json = 'application/json';
  const [best] = others
    .map((mediaType) => ({ mediaType, wish: quality(mediaType, accept ?? '') }))
    .sort((a, b) => b.wish - a.wish);
  return best && best.wish > quality(json, accept ?? '') ? best.mediaType : json;
}
