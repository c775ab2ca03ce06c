/** Stands where a part of the app needs HTTPS, with the address by which the page was opened. */
export function HttpsNotice() {
  return (
    <p className="text-sm text-muted">
      This needs HTTPS. You opened Stockbook at <span className="break-all">{window.location.origin}</span>.
      The operator finds how to set it up in docs/operations.md.
    </p>
  );
}
