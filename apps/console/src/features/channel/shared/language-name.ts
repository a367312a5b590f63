import { templateLanguages } from '@parley/contract';
import { formatLanguage } from '../../../lib/format.ts';

/** 'pt_BR' → 'Brazilian Portuguese (pt_BR)'; a code that is no language stays as it is. */
export function languageName(code: string): string {
  const known = code.replace('_', '-');
  const name = formatLanguage(known, 'en');
  return name === known ? code : `${name} (${code})`;
}

export const languageOptions = templateLanguages.map((code) => ({ value: code as string, label: languageName(code) }));
