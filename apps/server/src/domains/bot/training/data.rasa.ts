import { longestUtterance, tidyName, z } from '@parley/contract';
import { parse } from 'yaml';
import { addParameters, dataInvalid, newIntent, type ReadData, type ReadEntity, type ReadPhrase } from './data.types.ts';

/** Rasa's NLU training data in YAML (rasa.com/docs/rasa/nlu-training-data): intents, synonyms, lookups and regular expressions. */
const Entry = z.object({
  intent: z.string().optional(),
  synonym: z.string().optional(),
  lookup: z.string().optional(),
  regex: z.string().optional(),
  examples: z.union([z.string(), z.array(z.object({ text: z.string() }))]).optional(),
});
const NluFile = z.object({ nlu: z.array(Entry) });

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

/** `to [Paris](city)` and `to [Paris]{"entity": "city", "role": "destination"}`. The role, where there is one, names the parameter. */
function readPhrase(given: string): ReadPhrase & { values: { entity: string; value: string; text: string }[] } {
  const line = given.slice(0, longestLine);
  let text = '';
  let last = 0;
  const refs: ReadPhrase['refs'] = [];
  const values: { entity: string; value: string; text: string }[] = [];
  for (const match of line.matchAll(annotation)) {
    const [whole, words = '', short, long] = match;
    text += line.slice(last, match.index);
    last = match.index + whole.length;
    let detail: { entity?: unknown; role?: unknown; value?: unknown } = { entity: short?.split(':')[0] };
    if (long !== undefined) {
      try {
        detail = JSON.parse(long) as typeof detail;
      } catch {
        detail = {};
      }
    }
    if (typeof detail.entity === 'string' && detail.entity !== '') {
      const parameter = typeof detail.role === 'string' && detail.role !== '' ? detail.role : detail.entity;
      refs.push({ entity: detail.entity, parameter, start: text.length, end: text.length + words.length - 1 });
      const value = typeof detail.value === 'string' ? detail.value : (short?.split(':')[1] ?? words);
      values.push({ entity: detail.entity, value, text: words });
    }
    text += words;
  }
  return { text: text + line.slice(last), refs, values };
}

/** @throws DomainError bot.data_invalid */
export function readRasaData(content: string): ReadData {
  let data: unknown;
  try {
    data = parse(content, { maxAliasCount: 50 });
  } catch (error) {
    throw dataInvalid(`The file is not valid YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  const file = NluFile.safeParse(data);
  if (!file.success) throw dataInvalid('The YAML holds no nlu section with intents.');
  const intents = [];
  const entities = new Map<string, ReadEntity>();
  const valuesOf = (name: string): ReadEntity => {
    const found = entities.get(name) ?? { name, isSensitive: false, values: [] };
    entities.set(name, found);
    return found;
  };
  // By entity and value, so that a list of any length is read in one pass.
  const spellings = new Map<string, { list: string[]; known: Set<string> }>();
  const ownersOf = new Map<string, Set<string>>();
  const addSynonym = (entity: string, value: string, synonym: string) => {
    const word = value.toLowerCase();
    const key = JSON.stringify([entity, word]);
    const found = spellings.get(key);
    if (!found) {
      const list = [synonym];
      valuesOf(entity).values.push({ value, type: 'synonyms', synonyms: list, pattern: [] });
      spellings.set(key, { list, known: new Set(list) });
      ownersOf.set(word, (ownersOf.get(word) ?? new Set()).add(entity));
    } else if (!found.known.has(synonym)) {
      found.known.add(synonym);
      found.list.push(synonym);
    }
  };
  const notes: string[] = [];
  const synonyms = new Map<string, string[]>();
  for (const entry of file.data.nlu) {
    const list = listOf(entry.examples);
    if (entry.intent !== undefined) {
      const read = list.map(readPhrase);
      for (const { values } of read) for (const { entity, value, text } of values) addSynonym(entity, value, text);
      const intent = newIntent(tidyName(entry.intent.replace(/[/_]+/g, ' ')), { phrases: read.map(({ text, refs }) => ({ text, refs })) });
      addParameters(intent);
      intents.push(intent);
    } else if (entry.lookup !== undefined) for (const word of list) addSynonym(entry.lookup, word, word);
    else if (entry.regex !== undefined) {
      valuesOf(entry.regex).values.push({ value: entry.regex, type: 'pattern', synonyms: [], pattern: list });
      const word = entry.regex.toLowerCase();
      ownersOf.set(word, (ownersOf.get(word) ?? new Set()).add(entry.regex));
    } else if (entry.synonym !== undefined) synonyms.set(entry.synonym, list);
  }
  // Rasa's synonyms belong to no entity: they join the values that they name.
  for (const [value, list] of synonyms) {
    const owners = [...(ownersOf.get(value.toLowerCase()) ?? [])];
    if (owners.length === 0) notes.push(`The synonyms of ${value} belong to no entity and were left out.`);
    for (const name of owners) for (const word of list) addSynonym(name, value, word);
  }
  return { intents, entities: [...entities.values()], notes };
}
