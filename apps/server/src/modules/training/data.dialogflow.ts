import { promisify } from 'node:util';
import { tidyName, z } from '@parley/contract';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { addParameters, dataInvalid, newIntent, type ReadData, type ReadEntity } from './data.types.ts';

/** An agent as Dialogflow ES exports it: a zip of intents/*.json, intents/*_usersays_<lang>.json, entities/*.json and *_entries_<lang>.json. */
const mostEntries = 20_000;
const mostBytes = 200 * 1024 * 1024; // of all files together, however small the zip

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

async function readZip(bytes: Buffer): Promise<Map<string, unknown>> {
  const files = new Map<string, unknown>();
  let zip: ZipFile;
  try {
    zip = await promisify<Buffer, { lazyEntries: boolean; validateEntrySizes: boolean }, ZipFile>(fromBuffer)(bytes, {
      lazyEntries: true,
      validateEntrySizes: true,
    });
  } catch (error) {
    throw dataInvalid(`The file is not a zip that can be read: ${(error as Error).message}`);
  }
  let sizeBytes = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      sizeBytes += entry.uncompressedSize;
      if (files.size >= mostEntries || sizeBytes > mostBytes) return reject(dataInvalid('The zip holds more than an agent’s export does.'));
      if (!/^(intents|entities)\/[^/]+\.json$/.test(entry.fileName)) return zip.readEntry();
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(dataInvalid(`${entry.fileName}: ${error.message}`));
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', (cause: Error) => reject(dataInvalid(`${entry.fileName}: ${cause.message}`)));
        stream.on('end', () => {
          try {
            files.set(entry.fileName, JSON.parse(Buffer.concat(chunks).toString('utf8')));
          } catch {
            return reject(dataInvalid(`${entry.fileName} is not valid JSON.`));
          }
          zip.readEntry();
        });
      });
    });
    zip.on('end', resolve);
    zip.on('error', (error: Error) => reject(dataInvalid(`The zip is damaged: ${error.message}`)));
    zip.readEntry();
  });
  return files;
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

function readEntities(files: ReadonlyMap<string, unknown>): ReadEntity[] {
  return [...files].flatMap(([path, content]) => {
    const name = /^entities\/(.+)\.json$/.exec(path)?.[1] ?? '';
    const file = EntityFile.safeParse(content);
    if (name === '' || !file.success || /_entries_[\w-]+$/.test(name)) return [];
    const entries = [...files].find(([other]) => other.startsWith(`entities/${name}_entries_`))?.[1];
    const rows = EntryFile.safeParse(entries ?? []);
    if (!rows.success) return [];
    const values = rows.data.map(({ value, synonyms }) =>
      file.data.isRegexp
        ? { value, type: 'pattern' as const, synonyms: [], pattern: [value] }
        : { value, type: 'synonyms' as const, synonyms: synonyms.length > 0 ? synonyms : [value], pattern: [] },
    );
    return values.length > 0 ? [{ name: file.data.name, isSensitive: false, values }] : [];
  });
}

/** @throws DomainError bot.data_invalid */
export async function readDialogflowData(bytes: Buffer): Promise<ReadData> {
  const files = await readZip(bytes);
  const notes: string[] = [];
  const unknown = new Set<string>();
  const intents = [...files].flatMap(([path, content]) => {
    const name = /^intents\/(.+)\.json$/.exec(path)?.[1] ?? '';
    const file = IntentFile.safeParse(content);
    if (name === '' || !file.success || /_usersays_[\w-]+$/.test(name)) return [];
    const says = UserSays.safeParse([...files].find(([other]) => other.startsWith(`intents/${name}_usersays_`))?.[1] ?? []);
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
