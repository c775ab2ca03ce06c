import '../without-eval.ts';

/** The server's validation schemas. They load zod, so the sign-in page must not import them. */
export {
  changePasswordInput,
  createChannelInput,
  createTokenInput,
  instrumentTypes,
  isIsin,
  listColors,
  listName,
  maxAccountBytes,
  maxImportBytes,
  minPasswordLength,
  minUsernameLength,
  registerInput,
  symbolOrIsin,
} from '@stockbook/api/schemas';
