export type IndicatorErrorCode = 'UNKNOWN_FUNCTION' | 'BAD_PARAMETER' | 'BAD_BARS' | 'TOO_FEW_BARS';

/**
 * The only error that this package throws. `message` is a sentence for users; `parameter` names the parameter
 * that caused the error, or is null.
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
