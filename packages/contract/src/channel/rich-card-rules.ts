import { type FieldError, fieldError } from '../faults.ts';
import type { RichCardDocument, RichCardPart } from './rich-card.ts';
import { cardTexts, richCardLimits as limits, partsOf } from './rich-card-kinds.ts';
import { variablesOf } from './template-slots.ts';

type Words = Readonly<Record<string, string>>;
const isSaid = (words: Words): boolean => Object.values(words).some((one) => one.trim() !== '');
/** Bytes of a text in UTF-8. */
const bytesOf = (text: string): number => encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, 'x').length;

/** The address of a link as it is checked: a variable may stand behind the host, for a part of the path. */
const isLink = (url: string): boolean =>
  /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#]\S*)?$/i.test(url.trim().replace(/\{\{[^{}]*\}\}/g, '{}'));

/** Lists the longest text of each field that has more characters than a card may, as the vendor counts them. */
const tooLong = (field: string, words: Words, maximum: number): FieldError[] =>
  Object.entries(words).flatMap(([language, text]) =>
    text.length > maximum ? [fieldError(`${field}.${language}`, 'text.too_long', { maximum })] : [],
  );

function suggestionFaults(field: string, { title, action }: RichCardPart['suggestions'][number]): FieldError[] {
  const faults = tooLong(`${field}.title`, title, limits.suggestionLength);
  if (!isSaid(title)) faults.push(fieldError(`${field}.title`, 'field.mandatory'));
  if (action.kind === 'reply' && bytesOf(action.payload) > limits.payloadBytes)
    faults.push(fieldError(`${field}.action.payload`, 'card.payload', { maximum: limits.payloadBytes }));
  if (action.kind === 'url' && !isLink(action.url)) faults.push(fieldError(`${field}.action.url`, 'card.link'));
  if (action.kind === 'calendar') {
    if (!isSaid(action.title)) faults.push(fieldError(`${field}.action.title`, 'field.mandatory'));
    if (Date.parse(action.endsAt) <= Date.parse(action.startsAt)) faults.push(fieldError(`${field}.action.endsAt`, 'card.ends'));
  }
  return faults;
}

function partFaults(at: string, part: RichCardPart): FieldError[] {
  const faults = [
    ...tooLong(`${at}title`, part.title, limits.titleLength),
    ...tooLong(`${at}description`, part.description, limits.textLength),
    ...part.suggestions.flatMap((one, row) => suggestionFaults(`${at}suggestions.${row}`, one)),
  ];
  if (!part.media && !isSaid(part.title) && !isSaid(part.description)) faults.push(fieldError(`${at}title`, 'card.empty'));
  if (part.suggestions.length > limits.suggestions)
    faults.push(fieldError(`${at}suggestions`, 'card.suggestions', { maximum: limits.suggestions }));
  return faults;
}

/** Lists what keeps a card from being saved, each with its field: limits of the largest cards there are, those of RCS. */
export function richCardFaults(card: RichCardDocument): FieldError[] {
  const isRow = card.kind === 'carousel';
  const faults = partsOf<RichCardPart>(card).flatMap((part, place) => partFaults(isRow ? `cards.${place}.` : '', part));
  if (isRow && (card.cards.length < limits.cardsLeast || card.cards.length > limits.cardsMost))
    faults.push(fieldError('cards', 'card.count', { minimum: limits.cardsLeast, maximum: limits.cardsMost }));
  if (isRow && card.height === 'tall') faults.push(fieldError('height', 'card.tall'));
  if (!isSaid(card.smsText)) faults.push(fieldError('smsText', 'card.sms'));
  faults.push(...tooLong('smsText', card.smsText, limits.smsLength), ...variableFaults(card), ...repeatedIds(card));
  if (bytesOf(JSON.stringify(card)) > limits.documentBytes)
    faults.push(fieldError('kind', 'card.too_large', { maximum: limits.documentBytes / 1024 }));
  return faults;
}

/** Each variable that a text names has a sample, and each has one name. */
function variableFaults(card: RichCardDocument): FieldError[] {
  const names = card.variables.map(({ name }) => name);
  const repeated = names.flatMap((name, place) =>
    names.indexOf(name) < place ? [fieldError(`variables.${place}.name`, 'card.variable')] : [],
  );
  const known = new Set(names);
  const unknown = cardTexts(card).flatMap(({ field, words }) =>
    [...new Set(Object.values(words).flatMap(variablesOf))]
      .filter((name) => !known.has(name))
      .map((variable) => fieldError(field, 'card.unknown_variable', { variable })),
  );
  return [...repeated, ...unknown];
}

function repeatedIds(card: RichCardDocument): FieldError[] {
  const seen = new Set<string>();
  return partsOf<RichCardPart>(card).flatMap(({ suggestions }, place) =>
    suggestions.flatMap(({ id }, row) => {
      const isRepeated = seen.has(id);
      seen.add(id);
      return isRepeated ? [fieldError(`${card.kind === 'card' ? '' : `cards.${place}.`}suggestions.${row}.id`, 'card.id_repeated')] : [];
    }),
  );
}
