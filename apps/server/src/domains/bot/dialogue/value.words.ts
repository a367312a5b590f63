import { showDayWords } from '@parley/contract';

const locales = { en: 'en-GB', hi: 'hi-IN' } as const;
const isDate = /^\d{4}-\d{2}-\d{2}$/;

function dayInWords(date: string, language: 'en' | 'hi'): string {
  if (!isDate.test(date)) return date;
  return showDayWords(date, locales[language], { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

/** An entity's value as people say it; what is no date reads as it is. The state keeps the value itself. */
export function valueInWords(entity: string, value: string, language: 'en' | 'hi'): string {
  if (entity === 'sys.date') return dayInWords(value, language);
  if (entity === 'sys.date-range')
    return value
      .split('/')
      .map((date) => dayInWords(date, language))
      .join(' – ');
  if (entity === 'sys.datetime') {
    const [date = '', time = ''] = value.split(' ');
    return `${dayInWords(date, language)}, ${time}`;
  }
  return value;
}
