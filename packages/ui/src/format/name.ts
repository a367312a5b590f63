import { nameFormat } from '@parley/contract';
import i18next from 'i18next';

/** The name of a country, in the reader's language; what is no country reads as it is. */
export const formatCountry = (code: string, language: string = i18next.language): string => nameOf(code, 'region', language);
/** The name of a language, in the reader's own. */
export const formatLanguage = (code: string, language: string = i18next.language): string => nameOf(code, 'language', language);

function nameOf(code: string, type: 'region' | 'language', language: string): string {
  try {
    return nameFormat(language, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}
