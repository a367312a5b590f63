import type { IntentParameter } from '@parley/contract';
import type { EntityMatch } from '@parley/nlu';
import type { Slot } from '../runtime/understand.ts';
import type { DefinedIntent } from '../version/bot.definition.ts';
import type { Filled } from './dialogue.state.ts';
import { valueInWords } from './value.words.ts';

/** Entities of names: what was said is the value, wherever the annotations or the question say that it is one. */
const openEntities = new Set(['sys.person', 'sys.location']);
const mostOpenWords = 6;

export type Use = { parameter: string; match: Pick<EntityMatch, 'entity' | 'start' | 'end' | 'text' | 'value'> };

const overlaps = (one: { start: number; end: number }, other: { start: number; end: number }) =>
  one.start < other.end && other.start < one.end;

/**
 * Assigns words to parameters. A parameter whose slot the annotations point at comes first, then the one that was asked for, then the
 * intent's order; words fill one parameter alone.
 * @param open parameters that may be filled
 */
export function assign(
  intent: DefinedIntent,
  open: readonly IntentParameter[],
  entities: readonly EntityMatch[],
  slots: readonly Slot[],
  asking: string | null,
): Use[] {
  const uses: Use[] = [];
  const isFree = (span: { start: number; end: number }) => !uses.some(({ match }) => overlaps(match, span));
  const isOpen = (name: string) => !uses.some(({ parameter }) => parameter === name);
  for (const slot of slots) {
    const parameter = open.find(({ name }) => name === slot.slot);
    if (!parameter || !isOpen(parameter.name) || !isFree(slot)) continue;
    const match = entities.find((entity) => entity.entity === parameter.id && overlaps(entity, slot) && isFree(entity));
    if (match) uses.push({ parameter: parameter.name, match });
    else if (openEntities.has(parameter.id))
      uses.push({ parameter: parameter.name, match: { ...slot, entity: parameter.id, value: slot.text } });
  }
  const ordered = [...open].sort((one, other) => Number(other.name === asking) - Number(one.name === asking));
  for (const parameter of ordered) {
    if (!isOpen(parameter.name)) continue;
    const match = entities.find((entity) => entity.entity === parameter.id && isFree(entity));
    if (match) uses.push({ parameter: parameter.name, match });
  }
  return uses.filter(({ parameter }) => intent.parameters.some(({ name }) => name === parameter));
}

/** The whole answer as the value of a name that was asked for. */
export function asOpenAnswer(parameter: IntentParameter, text: string): Filled | undefined {
  const said = text.trim();
  if (!openEntities.has(parameter.id) || said === '' || said.split(/\s+/u).length > mostOpenWords || /[?]$/.test(said)) return undefined;
  return { value: said, text: said };
}

const placeholder = /\{\{\s*([^{}]{1,100}?)\s*\}\}|\$\{?([\p{L}\p{N}_-]{1,100})\}?/gu;

/**
 * An answer with `{{parameter}}` or `$parameter` replaced by what is known; a name that is no parameter stays as it stands.
 * @param sayMissing words for a parameter that is not known
 */
export function fillAnswer(
  response: string,
  intent: DefinedIntent,
  filled: Readonly<Record<string, Filled>>,
  language: 'en' | 'hi',
  sayMissing: (name: string) => string = () => '',
): string {
  return response.replace(placeholder, (whole, braced: string | undefined, plain: string | undefined) => {
    const wanted = (braced ?? plain ?? '').toLowerCase();
    const parameter = intent.parameters.find(({ name }) => name.toLowerCase() === wanted);
    if (!parameter) return whole;
    const value = filled[parameter.name]?.value;
    return value === undefined ? sayMissing(parameter.name) : valueInWords(parameter.id, value, language);
  });
}
