/** Plain digits without an exponent: the only form of a number that the language has. */
export function plainDigits(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', first = '', fraction = '', exponentText] = match;
  const exponent = Number(exponentText);
  const digits = first + fraction;
  return exponent < 0
    ? `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
    : `${sign}${digits.padEnd(exponent + 1, '0')}`;
}

/** For sentences: with thousands separators. */
export function groupedDigits(value: number): string {
  const [whole = '', fraction] = plainDigits(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
