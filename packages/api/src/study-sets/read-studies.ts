import type { SavedStudy } from '@stockbook/db';
import { checkParameters, findIndicator, IndicatorError } from '@stockbook/indicators';
import { fieldError } from '../errors.ts';
import type { NewStudy } from './schemas.ts';

/**
 * Completes indicators by the catalogue.
 * @throws AppError BAD_REQUEST if a function or a parameter is not valid
 */
export function readStudies(studies: readonly NewStudy[]): SavedStudy[] {
  return studies.map((study, index) => {
    try {
      return readStudy(study);
    } catch (error) {
      if (!(error instanceof IndicatorError)) throw error;
      const field = error.parameter === null ? 'indicator_function' : `parameters.${error.parameter}`;
      throw fieldError(`studies[${index}].${field}`, error.message);
    }
  });
}

function readStudy(study: NewStudy): SavedStudy {
  const definition = findIndicator(study.indicator_function);
  return {
    indicatorFunction: definition.function,
    indicatorName: study.indicator_name ?? definition.name,
    parameters: checkParameters(definition, study.parameters),
    color: study.color,
  };
}
