/** Whether the browser has passkeys. It has none over plain HTTP. Apart from what uses them, which few pages load. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}
