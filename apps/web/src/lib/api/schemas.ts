import '../without-eval.ts';

/** The server's own rules, for pages that judge before they send. Heavy: not for the sign-in page. */
export {
  createTokenInput,
  notesMaximum,
  passwordMinimum,
  registerInput,
  symbolOrIsin,
  usernameMinimum,
} from '@stockbook/api/schemas';
