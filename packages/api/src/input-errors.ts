import { z } from 'zod';

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/**
 * Words the errors of input schemas that have no message of their own. REST never shows most of them: its paths and
 * queries contain only text.
 */
function describeIssue(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
  const name = issue.path?.map(String).join('.') || 'The input';
  if (issue.code === 'invalid_type') {
    return issue.input === undefined && name !== 'The input'
      ? `${name} is required`
      : `${name} must be ${typeNames[issue.expected] ?? 'another value'}`;
  }
  if (issue.code === 'invalid_value') return `${name} must be one of: ${issue.values.join(', ')}`;
  return `${name} is not valid`;
}

/** Sets the wording for all schemas of this process. */
export function wordInputErrors(): void {
  z.config({ customError: describeIssue });
}
