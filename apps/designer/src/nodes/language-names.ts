import { formatLanguage } from '@parley/ui/format';

const codes = [
  'ar',
  'as',
  'bn',
  'de',
  'en',
  'es',
  'fr',
  'gu',
  'hi',
  'id',
  'it',
  'ja',
  'kn',
  'ko',
  'ml',
  'mr',
  'ms',
  'ne',
  'nl',
  'or',
  'pa',
  'pl',
  'pt',
  'ru',
  'si',
  'sw',
  'ta',
  'te',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh',
];

/** Languages that a stream may speak, by their names in the reader's language. */
export function languageNames(): { code: string; name: string }[] {
  return codes.map((code) => ({ code, name: formatLanguage(code) })).sort((a, b) => a.name.localeCompare(b.name));
}
