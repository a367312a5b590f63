import { formatLanguage } from '../../../lib/format.ts';

/** Languages that customers write in; any other that a customer has is added to them. */
const languageCodes = (
  'af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv ' +
  'mk ml mn mr ms my nb ne nl or pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi zh zu'
).split(' ');

/** 'hi' → 'Hindi'; what is no language stays as it is. */
export const nameLanguage = (code: string, shownIn: string): string => formatLanguage(code, shownIn);

export function listLanguages(shownIn: string, current: string) {
  return [...new Set([current, ...languageCodes])]
    .filter(Boolean)
    .map((code) => ({ value: code, label: nameLanguage(code, shownIn) }))
    .sort((a, b) => a.label.localeCompare(b.label, shownIn));
}

export const listTimeZones = (current: string) => [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean);
