import { type FaultWords, type FieldError, type FilledReply, faultWords, quickReplyVariables } from '@parley/contract';
import { fillParts, findWrongPlaceholder } from '../settings/settings.text.ts';

/** The fault of a text that could not be filled; undefined: it can be. */
export function faultOfText(text: string): FaultWords | undefined {
  const placeholder = findWrongPlaceholder(text, quickReplyVariables);
  return placeholder === undefined ? undefined : faultWords('text.placeholder', { placeholder, variables: quickReplyVariables.join(', ') });
}

type Texts = { text: string; textHi: string };

/** All faults of a reply that is saved. */
export function faultsOf(texts: Texts): FieldError[] {
  const fields = ['text', 'textHi'] as const;
  if (fields.every((field) => texts[field].trim() === '')) return [{ field: 'text', ...faultWords('quick_reply.empty') }];
  return fields.flatMap((field) => {
    const fault = faultOfText(texts[field]);
    return fault ? [{ field, ...fault }] : [];
  });
}

type Facts = { customer: string; agent: string; department: string };

/** The text in a language, or in the other one where it has none in this. */
export function fillReply(
  { textEn, textHi }: { textEn: string; textHi: string },
  facts: Facts,
  place: Parameters<typeof fillParts>[2] & { language: 'en' | 'hi' },
): FilledReply {
  const other = place.language === 'hi' ? 'en' : 'hi';
  const texts = { en: textEn, hi: textHi };
  const language = texts[place.language].trim() === '' ? other : place.language;
  return { language, parts: fillParts(texts[language].trim(), { ...facts, next: '' }, { ...place, language }) };
}
