import { commonWords } from '../locales/common.ts';
import { ApiError } from './api.ts';

/** For what a list named a moment ago and names no more. @throws ApiError that says so */
export function gone(): never {
  throw new ApiError('record.gone', commonWords.ui('gone'), 404, {});
}
