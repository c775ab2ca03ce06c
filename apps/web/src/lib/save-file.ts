/** Hands a file to the visitor as a download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then; the page would keep the content until it is left.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
