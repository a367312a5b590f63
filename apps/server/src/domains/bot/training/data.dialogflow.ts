import { tidyName, z } from '@parley/contract';
import { addParameters, dataInvalid, newIntent, type ReadData, type ReadEntity } from './data.types.ts';
import { readZip } from './data.zip.ts';

/** An agent as Dialogflow ES exports it: a zip of intents/*.json, intents/*_usersays_<lang>.json, entities/*.json and *_entries_<lang>.json. */
const text = z.string().catch('');
const UserSays = z.array(z.object({ data: z.array(z.object({ text, alias: text.optional(), meta: text.optional() })) }));
const IntentFile = z.object({
  name: z.string(),
  responses: z
    .array(
      z.object({
        parameters: z
          .array(
            z.object({
              name: text,
              dataType: text,
              required: z.boolean().catch(false),
              prompts: z.array(z.object({ value: text })).catch([]),
            }),
          )
          .catch([]),
        messages: z.array(z.object({ speech: z.union([z.string(), z.array(z.string())]).optional() })).catch([]),
      }),
    )
    .catch([]),
});
const EntityFile = z.object({ name: z.string(), isRegexp: z.boolean().catch(false) });
const EntryFile = z.array(z.object({ value: z.string(), synonyms: z.array(z.string()).catch([]) }));

type Files = ReadonlyMap<string, unknown>;

/** Files that belong to another, by its name: of several languages the first. */
function byOwner(files: Files, folder: string, mark: string): Files {
  const owned = new Map<string, unknown>();
  for (const [path, content] of files) {
    const at = path.lastIndexOf(mark);
    if (at === -1 || !path.startsWith(folder)) continue;
    const owner = path.slice(folder.length, at);
    if (!owned.has(owner)) owned.set(owner, content);
  }
  return owned;
}

/** Dialogflow's system entities that ours stand for. */
const systemNames: Record<string, string> = {
  'sys.date': 'sys.date',
  'sys.date-time': 'sys.datetime',
  'sys.date-period': 'sys.date-range',
  'sys.time': 'sys.time',
  'sys.number': 'sys.number',
  'sys.number-integer': 'sys.number',
  'sys.cardinal': 'sys.number',
  'sys.ordinal': 'sys.ordinal',
  'sys.percentage': 'sys.percentage',
  'sys.unit-currency': 'sys.currency',
  'sys.currency-name': 'sys.currency',
  'sys.duration': 'sys.duration',
  'sys.phone-number': 'sys.phone-number',
  'sys.email': 'sys.email',
  'sys.url': 'sys.url',
  'sys.age': 'sys.age',
  'sys.temperature': 'sys.temperature',
  'sys.person': 'sys.person',
  'sys.given-name': 'sys.person',
  'sys.location': 'sys.location',
  'sys.geo-city': 'sys.location',
  'sys.address': 'sys.location',
};
const entityOf = (meta: string): string | undefined => {
  const name = meta.replace(/^@/, '');
  return name.startsWith('sys.') ? systemNames[name] : name || undefined;
};

function readEntities(files: Files): ReadEntity[] {
  const entriesOf = byOwner(files, 'entities/', '_entries_');
  return [...files].flatMap(([path, content]) => {
    const name = /^entities\/(.+)\.json$/.exec(path)?.[1] ?? '';
    const file = EntityFile.safeParse(content);
    if (name === '' || !file.success || /_entries_[\w-]+$/.test(name)) return [];
    const rows = EntryFile.safeParse(entriesOf.get(name) ?? []);
    if (!rows.success) return [];
    const values = rows.data.map(({ value, synonyms }) =>
      file.data.isRegexp
        ? { value, type: 'pattern' as const, synonyms: [], pattern: [value] }
        : { value, type: 'synonyms' as const, synonyms: synonyms.length > 0 ? synonyms : [value], pattern: [] },
    );
    return values.length > 0 ? [{ name: file.data.name, isSensitive: false, values }] : [];
  });
}

function parseJson(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw dataInvalid(`${name} is not valid JSON.`);
  }
}

/** @throws DomainError bot.data_invalid */
export async function readDialogflowData(path: string): Promise<ReadData> {
  const unpacked = await readZip(path, (name) => /^(intents|entities)\/[^/]+\.json$/.test(name));
  const files: Files = new Map([...unpacked].map(([name, bytes]) => [name, parseJson(name, bytes)]));
  const saysOf = byOwner(files, 'intents/', '_usersays_');
  const notes: string[] = [];
  const unknown = new Set<string>();
  const intents = [...files].flatMap(([path, content]) => {
    const name = /^intents\/(.+)\.json$/.exec(path)?.[1] ?? '';
    const file = IntentFile.safeParse(content);
    if (name === '' || !file.success || /_usersays_[\w-]+$/.test(name)) return [];
    const says = UserSays.safeParse(saysOf.get(name) ?? []);
    const [answer] = file.data.responses;
    const intent = newIntent(tidyName(file.data.name));
    for (const { data } of says.success ? says.data : []) {
      let phrase = '';
      const refs = [];
      for (const part of data) {
        const entity = part.meta ? entityOf(part.meta) : undefined;
        if (part.meta && !entity) unknown.add(part.meta);
        if (entity && part.text !== '')
          refs.push({ entity, parameter: part.alias || entity, start: phrase.length, end: phrase.length + part.text.length - 1 });
        phrase += part.text;
      }
      if (phrase.trim() !== '') intent.phrases.push({ text: phrase, refs });
    }
    for (const { name: parameter, dataType, required, prompts } of answer?.parameters ?? []) {
      const entity = entityOf(dataType);
      if (!entity || parameter === '') {
        if (dataType !== '') unknown.add(dataType);
        continue;
      }
      const asked = prompts.map(({ value }) => value).filter((value) => value.trim() !== '');
      intent.parameters.push({ entity, name: parameter, required, prompts: asked.length > 0 ? asked : [`Which ${parameter}?`] });
    }
    addParameters(intent);
    const speech = (answer?.messages ?? []).flatMap((message) => message.speech ?? []).find((words) => words.trim() !== '');
    intent.response = speech ?? null;
    if (intent.phrases.length === 0) {
      notes.push(`${intent.name} has no phrases and was left out.`);
      return [];
    }
    return [intent];
  });
  if (intents.length === 0 && notes.length === 0) throw dataInvalid('The zip holds no intents of a Dialogflow ES agent.');
  for (const name of unknown) notes.push(`The entity ${name} has no counterpart; its annotations were left out.`);
  return { intents, entities: readEntities(files), notes };
}
