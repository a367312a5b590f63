import { commonWords } from '../locales/common.ts';
import { ApiError } from './api.ts';

/** Reports a record that a list named a moment ago and names no more. @throws ApiError `record.gone` */
export function gone(): never {
  throw new ApiError('record.gone', commonWords.ui('gone'), 404, {});
}
