const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** A text of a file as it is stored: valid, composed characters, no control characters, no blanks around it. */
export function cleanText(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(controls, ' ').trim();
}

/** The same; null for a text without characters. */
export function optionalText(text: string | null | undefined): string | null {
  const clean = cleanText(text ?? '');
  return clean === '' ? null : clean;
}
