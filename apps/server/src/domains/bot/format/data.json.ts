import { EntitySave, IntentSave, tidyName, z } from '@parley/contract';
import { dataInvalid, left, mostRows, newIntent, type ReadData, type ReadEntity, type ReadIntent, tooManyRows } from './data.types.ts';

export const exportFormat = 'parley.bot/1';
const mostParameters = 200;

const utterance = z.union([z.string(), IntentSave.shape.utterances.element]);
/** Exported fields of an intent. Entities are named in it, since ids mean nothing in another bot. */
const ExportedIntent = z.object({
  name: z.string(),
  story: z.string().default(''),
  utterances: z.array(z.unknown()),
  response: z.string().nullable().default(null),
  handsOver: z.boolean().default(false),
  parameters: z
    .array(z.object({ entity: z.string(), name: z.string(), required: z.boolean(), prompts: z.array(z.string()) }))
    .max(mostParameters)
    .default([]),
});
const ExportedEntity = EntitySave.pick({ name: true, values: true }).extend({ isSensitive: z.boolean().default(false) });
export type ExportedBot = {
  format: typeof exportFormat;
  intents: (Omit<z.input<typeof ExportedIntent>, 'utterances'> & { utterances: z.input<typeof utterance>[] })[];
  entities: z.input<typeof ExportedEntity>[];
};

const Pair = z.tuple([z.string(), z.string()]);
const Row = z
  .object({
    intent: z.string().optional(),
    label: z.string().optional(),
    text: z.string().optional(),
    utterance: z.string().optional(),
    phrase: z.string().optional(),
  })
  .transform((row) => ({ intent: row.intent ?? row.label ?? '', text: row.text ?? row.utterance ?? row.phrase ?? '' }));

function collect(pairs: Iterable<{ intent: string; text: string }>): ReadData {
  const intents = new Map<string, ReadIntent>();
  let missing = 0;
  let count = 0;
  for (const { intent: given, text } of pairs) {
    count += 1;
    if (count > mostRows) throw tooManyRows();
    const name = tidyName(given);
    if (name === '' || text.trim() === '') {
      missing += 1;
      continue;
    }
    const intent = intents.get(name.toLowerCase()) ?? newIntent(name);
    intents.set(name.toLowerCase(), intent);
    intent.phrases.push({ text: text.trim(), refs: [] });
  }
  const report = missing > 0 ? [left('row', '', '', `${missing} entries without intent or phrase were left out.`)] : [];
  return { intents: [...intents.values()], entities: [], report };
}

/**
 * The entries of a list, one after the other: a schema of the whole list gathers the faults of millions of entries before it tells one.
 * @throws DomainError bot.data_invalid with the first fault
 */
function readEach<S extends z.ZodType>(list: unknown, schema: S, place: string): z.output<S>[] {
  if (!Array.isArray(list)) throw dataInvalid(`${place}: This is not a list.`);
  if (list.length > mostRows) throw tooManyRows();
  return list.map((each, index) => {
    const read = schema.safeParse(each);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw dataInvalid(`${[place, index, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
  });
}

function readPhrases(given: unknown, place: string): ReadIntent['phrases'] {
  return readEach(given, utterance, place).map((each) =>
    typeof each === 'string'
      ? { text: each, refs: [] }
      : {
          text: each.utterance,
          refs: each.entityRefs.map((ref) => ({
            entity: ref.entityId,
            parameter: ref.parameter ?? ref.entityId,
            start: ref.entityStartPos,
            end: ref.entityEndPos,
          })),
        },
  );
}

const readExport = ({ intents, entities = [] }: { intents?: unknown; entities?: unknown }): ReadData => ({
  intents: readEach(intents, ExportedIntent, 'intents').map(({ utterances, ...intent }, index) =>
    newIntent(tidyName(intent.name), {
      ...intent,
      name: tidyName(intent.name),
      phrases: readPhrases(utterances, `intents.${index}.utterances`),
      place: `#/intents/${index}`,
    }),
  ),
  entities: readEach(entities, ExportedEntity, 'entities').map(
    ({ name, values, isSensitive }, index): ReadEntity => ({ name, values, isSensitive, place: `#/entities/${index}` }),
  ),
  report: [],
});

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

function* pairsOfLists(lists: Record<string, string[]>) {
  for (const [intent, texts] of Object.entries(lists)) for (const text of texts) yield { intent, text };
}

/** Our own export; a list of [phrase, intent] or of objects; phrases by intent; or such a list under `train`. @throws DomainError bot.data_invalid */
export function readJsonData(content: string): ReadData {
  let data: unknown;
  try {
    data = JSON.parse(content.replace(/^\ufeff/, ''));
  } catch (error) {
    throw dataInvalid(`The file is not valid JSON: ${(error as Error).message}`);
  }
  const given = data as { format?: unknown; train?: unknown; intents?: unknown; entities?: unknown } | null;
  if (given?.format === exportFormat) return readExport(given);
  const list = Array.isArray(data) ? (data as unknown[]) : given?.train;
  if (Array.isArray(list)) {
    if (list.every((each) => isTexts(each) && each.length === 2))
      return collect(readEach(list, Pair, 'list').map(([text, intent]) => ({ text, intent })));
    return collect(readEach(list, Row, 'list'));
  }
  if (given && typeof given === 'object' && Object.values(given).every(isTexts))
    return collect(pairsOfLists(given as unknown as Record<string, string[]>));
  throw dataInvalid('The JSON holds no training data: a list of phrases with their intents, phrases by intent, or an export of an agent.');
}
