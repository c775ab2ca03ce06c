export type IndicatorErrorCode = 'UNKNOWN_FUNCTION' | 'BAD_PARAMETER' | 'BAD_BARS' | 'TOO_FEW_BARS';

/**
 * The only way this package fails. `message` is a sentence for the user; `parameter` names the parameter that
 * is to blame, where one is.
 */
export class IndicatorError extends Error {
  override readonly name = 'IndicatorError';
  readonly code: IndicatorErrorCode;
  readonly parameter: string | null;

  constructor(code: IndicatorErrorCode, message: string, parameter: string | null = null) {
    super(message);
    this.code = code;
    this.parameter = parameter;
  }
}
