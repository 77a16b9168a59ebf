import { WorkError } from '../../target/errors.js';

/** Why a fit comes to no end when the run does. */
export function stopped(): WorkError {
  return new WorkError('xgboost was stopped, as the run is over.');
}
