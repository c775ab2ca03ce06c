interface TestResultProps {
  result: { readonly delivered: boolean; readonly error: string | null };
}

/** The outcome of a test message. */
export function TestResult({ result: { delivered, error } }: TestResultProps) {
  return (
    <span className={delivered ? 'text-up' : 'text-down'}>
      {delivered ? 'The test message was delivered.' : `The test message was not delivered. ${error}`}
    </span>
  );
}
