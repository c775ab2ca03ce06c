/** The limit of the server, in bytes of the file. */
const maxFileBytes = 2 * 1024 * 1024;

/**
 * The text of a file: UTF-8, else Windows-1252, in which older programs of banks write. UTF-16, as spreadsheets save
 * "Unicode text", is recognised by its mark.
 */
function decodeText(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a file to import. Rejects with a sentence that says why it cannot be imported. */
export async function readTransactionFile(file: File): Promise<string> {
  if (file.size > maxFileBytes) {
    throw new Error(`${file.name} is larger than 2 MiB. Export a shorter period, and import several files`);
  }
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new Error(`The browser could not read ${file.name}`, { cause });
  });
  const text = decodeText(new Uint8Array(bytes));
  if (text.trim() === '') throw new Error(`${file.name} is empty`);
  if (text.includes('\0')) throw new Error(`${file.name} is not a text file. Choose a CSV or JSON file`);
  return text;
}
