export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the download has started. Until it is revoked, the URL keeps the content in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
