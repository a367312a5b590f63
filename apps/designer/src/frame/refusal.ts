import { ApiError } from '@parley/client';
import { inEnglish } from '@parley/ui/i18n';
import en from '../locales/en/designer.json';
import { designerWords } from '../words.ts';

const isKnown = (key: string): key is keyof (typeof en)['refusal'] => Object.hasOwn(en.refusal, key);

/** The same refusal in the reader's language; in English, and where its code has no words, as the server said it. */
export function inOwnWords(refusal: ApiError): ApiError {
  const { code, message, httpStatus, data, requestId } = refusal;
  const key = code.replaceAll('.', '_');
  if (inEnglish(message) !== '' || !isKnown(key)) return refusal;
  return new ApiError(code, designerWords.refusal(key, data), httpStatus, data, requestId);
}
