import { type ImportEntry, longestUtterance, tidyName, z } from '@parley/contract';
import { addParameters, changed, left, newIntent, type ReadEntity, type ReadIntent, type ReadPhrase } from '../format/data.types.ts';
import { readyMade, twinOf } from './rasa.twins.ts';
import type { RasaFile } from './rasa.yaml.ts';

/** Rasa's NLU training data (rasa.com/docs/rasa/nlu-training-data): intents, synonyms, lookups and regular expressions. */
const Entry = z.object({
  intent: z.string().optional(),
  synonym: z.string().optional(),
  lookup: z.string().optional(),
  regex: z.string().optional(),
  examples: z.union([z.string(), z.array(z.object({ text: z.string() }))]).optional(),
});
const kinds = new Set(['intent', 'synonym', 'lookup', 'regex', 'examples', 'metadata']);

/** The name that an intent of Rasa has here. */
export const intentName = (name: string): string => tidyName(name.replace(/[/_]+/g, ' '));

const listOf = (examples: z.infer<typeof Entry>['examples']): string[] =>
  typeof examples === 'string'
    ? examples
        .split('\n')
        .map((line) => line.replace(/^\s*-\s?/, '').trim())
        .filter((line) => line !== '')
    : (examples ?? []).map(({ text }) => text.trim());

/** Marks of annotations included. */
const longestLine = 2 * longestUtterance;
const annotation = /\[([^\]]{1,500})\](?:\(([^)\s]{1,100})\)|(\{[^}]{1,500}\}))/gu;

type Annotation = { entity?: unknown; role?: unknown; value?: unknown; group?: unknown };
type Value = { entity: string; value: string; text: string };

function readDetail(json: string): Annotation | undefined {
  try {
    return JSON.parse(json) as Annotation;
  } catch {
    return undefined;
  }
}

/** `to [Paris](city)` and `to [Paris]{"entity": "city", "role": "destination"}`. The role, where there is one, names the parameter. */
function readPhrase(given: string, leave: (entry: 'changed' | 'left', message: string) => void): ReadPhrase & { values: Value[] } {
  const line = given.slice(0, longestLine);
  let text = '';
  let last = 0;
  const refs: ReadPhrase['refs'] = [];
  const values: Value[] = [];
  for (const match of line.matchAll(annotation)) {
    const [whole, words = '', short, long] = match;
    text += line.slice(last, match.index);
    last = match.index + whole.length;
    const detail = long === undefined ? { entity: short?.split(':')[0] } : readDetail(long);
    if (typeof detail?.entity === 'string' && detail.entity !== '') {
      const { entity, role, group, value } = detail as Annotation & { entity: string };
      const parameter = typeof role === 'string' && role !== '' ? role : entity;
      refs.push({ entity, parameter, start: text.length, end: text.length + words.length - 1 });
      values.push({ entity, value: typeof value === 'string' ? value : (short?.split(':')[1] ?? words), text: words });
      if (typeof group === 'string' && group !== '') leave('changed', `The group ${group} of "${words}" is not kept.`);
    } else leave('left', `The mark of "${words}" cannot be read.`);
    text += words;
  }
  return { text: text + line.slice(last), refs, values };
}

export type RasaData = { intents: ReadIntent[]; entities: Map<string, ReadEntity> };

/** Reads the `nlu` sections of all files. Synonyms belong to no entity in Rasa: they join the values that they name. */
export function readNlu(files: readonly RasaFile[], report: ImportEntry[]): RasaData {
  const intents: ReadIntent[] = [];
  const entities = new Map<string, ReadEntity>();
  const valuesOf = (name: string, place: string): ReadEntity => {
    const found = entities.get(name) ?? { name, isSensitive: false, values: [], place };
    entities.set(name, found);
    return found;
  };
  // Indexed by entity and value, so that a list of any length is read in one pass.
  const spellings = new Map<string, { list: string[]; known: Set<string> }>();
  const ownersOf = new Map<string, Set<string>>();
  const addSynonym = (entity: string, value: string, synonym: string, place: string) => {
    const word = value.toLowerCase();
    const key = JSON.stringify([entity, word]);
    const found = spellings.get(key);
    if (!found) {
      const list = [synonym];
      valuesOf(entity, place).values.push({ value, type: 'synonyms', synonyms: list, pattern: [] });
      spellings.set(key, { list, known: new Set(list) });
      ownersOf.set(word, (ownersOf.get(word) ?? new Set()).add(entity));
    } else if (!found.known.has(synonym)) {
      found.known.add(synonym);
      found.list.push(synonym);
    }
  };
  const synonyms: { value: string; list: string[]; place: string }[] = [];
  const found = readyMade(files);
  const renamed = new Map<string, string>();
  /** The twin of what the pipeline finds by itself; its marks are examples and make no list. */
  const twinFor = (entity: string, place: string): string | undefined => {
    const twin = found.has(entity) ? twinOf(entity) : undefined;
    if (twin && !renamed.has(entity)) {
      renamed.set(entity, twin);
      report.push(changed('entity', entity, place, `It is read as ${twin}, whatever its values are.`));
    }
    return twin;
  };
  for (const file of files) {
    const { nlu } = file.sections;
    if (nlu === undefined || nlu === null) continue;
    if (!Array.isArray(nlu)) {
      report.push(left('file', 'nlu', file.placeOf(['nlu']), 'This is not a list of intents.'));
      continue;
    }
    for (const [index, given] of nlu.entries()) {
      const place = file.placeOf(['nlu', index]);
      const parsed = Entry.safeParse(given);
      if (!parsed.success) {
        report.push(left('intent', '', place, 'The entry cannot be read.'));
        continue;
      }
      const entry = parsed.data;
      for (const key of Object.keys(given as object)) if (!kinds.has(key)) report.push(left('intent', key, place, 'It is not known here.'));
      const list = listOf(entry.examples);
      if (entry.intent !== undefined) {
        const name = intentName(entry.intent);
        const leave = (kind: 'changed' | 'left', message: string) =>
          report.push(kind === 'left' ? left('phrase', name, place, message) : changed('phrase', name, place, message));
        const read = list.map((line) => readPhrase(line, leave));
        for (const { values, refs } of read) {
          for (const { entity, value, text } of values) if (!twinFor(entity, place)) addSynonym(entity, value, text, place);
          for (const ref of refs) ref.entity = twinFor(ref.entity, place) ?? ref.entity;
        }
        const intent = newIntent(name, { phrases: read.map(({ text, refs }) => ({ text, refs })), place });
        addParameters(intent);
        intents.push(intent);
      } else if (entry.lookup !== undefined) for (const word of list) addSynonym(entry.lookup, word, word, place);
      else if (entry.regex !== undefined) {
        valuesOf(entry.regex, place).values.push({ value: entry.regex, type: 'pattern', synonyms: [], pattern: list });
        const word = entry.regex.toLowerCase();
        ownersOf.set(word, (ownersOf.get(word) ?? new Set()).add(entry.regex));
      } else if (entry.synonym !== undefined) synonyms.push({ value: entry.synonym, list, place });
    }
  }
  for (const { value, list, place } of synonyms) {
    const owners = [...(ownersOf.get(value.toLowerCase()) ?? [])];
    if (owners.length === 0) report.push(left('entity', value, place, 'The synonyms belong to no entity.'));
    for (const name of owners) for (const word of list) addSynonym(name, value, word, place);
  }
  return { intents, entities };
}
