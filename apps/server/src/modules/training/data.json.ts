import { EntitySave, IntentSave, tidyName, z } from '@parley/contract';
import { dataInvalid, newIntent, type ReadData, type ReadIntent } from './data.types.ts';

export const exportFormat = 'parley.bot/1';

const utterance = z.union([z.string(), IntentSave.shape.utterances.element]);
/** What the export writes. Entities are named in it, since ids mean nothing in another bot. */
const Exported = z.object({
  format: z.literal(exportFormat),
  intents: z.array(
    z.object({
      name: z.string(),
      story: z.string().default(''),
      utterances: z.array(utterance),
      response: z.string().nullable().default(null),
      handsOver: z.boolean().default(false),
      parameters: z
        .array(z.object({ entity: z.string(), name: z.string(), required: z.boolean(), prompts: z.array(z.string()) }))
        .default([]),
    }),
  ),
  entities: z.array(EntitySave.pick({ name: true, values: true }).extend({ isSensitive: z.boolean().default(false) })).default([]),
});
export type ExportedBot = z.input<typeof Exported>;

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
const Lists = z.record(z.string(), z.array(z.string()));

function collect(pairs: Iterable<{ intent: string; text: string }>): ReadData {
  const intents = new Map<string, ReadIntent>();
  let missing = 0;
  for (const { intent: given, text } of pairs) {
    const name = tidyName(given);
    if (name === '' || text.trim() === '') {
      missing += 1;
      continue;
    }
    const intent = intents.get(name.toLowerCase()) ?? newIntent(name);
    intents.set(name.toLowerCase(), intent);
    intent.phrases.push({ text: text.trim(), refs: [] });
  }
  const notes = missing > 0 ? [`${missing} entries without intent or phrase were left out.`] : [];
  return { intents: [...intents.values()], entities: [], notes };
}

const fromExport = ({ intents, entities }: z.output<typeof Exported>): ReadData => ({
  intents: intents.map(({ utterances, ...intent }) =>
    newIntent(tidyName(intent.name), {
      ...intent,
      name: tidyName(intent.name),
      phrases: utterances.map((each) =>
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
      ),
    }),
  ),
  entities: entities.map(({ name, values, isSensitive }) => ({ name, values, isSensitive })),
  notes: [],
});

/** Our own export; a list of [phrase, intent] or of objects; phrases by intent; or such a list under `train`. @throws DomainError bot.data_invalid */
export function readJsonData(content: string): ReadData {
  let data: unknown;
  try {
    data = JSON.parse(content.replace(/^\ufeff/, ''));
  } catch (error) {
    throw dataInvalid(`The file is not valid JSON: ${(error as Error).message}`);
  }
  const exported = Exported.safeParse(data);
  if (exported.success) return fromExport(exported.data);
  if ((data as { format?: unknown } | null)?.format === exportFormat) {
    const [issue] = exported.error.issues;
    throw dataInvalid(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const list = Array.isArray(data) ? data : (data as { train?: unknown } | null)?.train;
  const pairs = z.array(Pair).safeParse(list);
  if (pairs.success) return collect(pairs.data.map(([text, intent]) => ({ text, intent })));
  const rows = z.array(Row).safeParse(list);
  if (rows.success) return collect(rows.data);
  const lists = Lists.safeParse(data);
  if (lists.success) return collect(Object.entries(lists.data).flatMap(([intent, texts]) => texts.map((text) => ({ intent, text }))));
  throw dataInvalid('The JSON holds no training data: a list of phrases with their intents, phrases by intent, or an export of an agent.');
}
