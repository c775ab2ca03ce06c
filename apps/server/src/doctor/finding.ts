/** The result of a check: a fact if it is fine, otherwise what to do. */
export interface Finding {
  /** For example `database`. */
  readonly subject: string;
  readonly isOk: boolean;
  readonly text: string;
}

export function ok(subject: string, text: string): Finding {
  return { subject, isOk: true, text };
}

export function problem(subject: string, text: string): Finding {
  return { subject, isOk: false, text };
}
