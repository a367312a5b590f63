import { templateLanguages } from '@parley/contract';

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** 'pt_BR' → 'Brazilian Portuguese (pt_BR)'; a code that is no language stays as it is. */
export function languageName(code: string): string {
  try {
    return `${names.of(code.replace('_', '-')) ?? code} (${code})`;
  } catch {
    return code;
  }
}

export const languageOptions = templateLanguages.map((code) => ({ value: code as string, label: languageName(code) }));
