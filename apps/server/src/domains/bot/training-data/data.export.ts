import { type ExportFormat, type ExportPart, mostWorkbookRows } from '@parley/contract';
import { stringify } from 'csv-stringify/sync';
import { recordChange } from '#platform/audit/trail.ts';
import { writeWorkbook } from '#platform/files/xlsx.task.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { botNotFound } from '../bot/bot.repository.ts';
import { type ExportedBot, exportFormat } from '../format/data.json.ts';
import type { BotDefinition } from '../version/bot.definition.ts';
import { readSnapshot } from '../version/bot.snapshot.ts';
import { dataRecord } from './data.record.ts';

type ExportFile = { name: string; type: string; content: string | Buffer };
type Wanted = { format: ExportFormat; part: ExportPart };

/** Records an export before it leaves: an export without a record does not leave. @throws DomainError bot.not_found */
const recordExport = (ctx: Ctx, botId: string, wanted: Wanted): Promise<void> =>
  ctx.transaction(async (tx) => {
    const bot = await dataRecord.read(tx, ctx.enterpriseId, botId);
    if (!bot) throw botNotFound();
    recordChange(ctx, tx, { record: dataRecord, id: botId, action: 'export', after: { ...bot, ...wanted } });
  });

/**
 * Training data to take along. A table has story, intent, phrase and response, or an entity's values; the JSON everything, entities by
 * name.
 * @param ctx none for a caller without a session and its token: such a caller learns no more than of a bot that nobody has
 * @throws DomainError bot.too_large for a workbook of more than 50,000 rows
 */
export async function exportData(ctx: Ctx | undefined, botId: string, { format, part }: Wanted): Promise<ExportFile> {
  if (!ctx) throw botNotFound();
  await recordExport(ctx, botId, { format, part });
  const { snapshot, stories } = await ctx.read(async (tx) => ({
    ...(await readSnapshot(tx, ctx.enterpriseId, botId)),
    stories: await tx
      .selectFrom('intents')
      .innerJoin('stories', (join) =>
        join.onRef('stories.enterpriseId', '=', 'intents.enterpriseId').onRef('stories.storyId', '=', 'intents.storyId'),
      )
      .select(['intents.intentId', 'stories.name'])
      .where('intents.enterpriseId', '=', ctx.enterpriseId)
      .where('intents.botId', '=', botId)
      .execute(),
  }));
  const { definition, phrases } = snapshot;
  const storyNames = new Map(stories.map(({ intentId, name }) => [intentId, name]));
  const entityNames = new Map(definition.entities.map(({ entityId, name }) => [entityId, name]));
  const nameOf = (id: string) => entityNames.get(id) ?? id;
  const phrasesOf = Map.groupBy(phrases, ({ intentId }) => intentId);
  const fileName = definition.name.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'agent';
  if (format === 'json') {
    const exported: ExportedBot = {
      format: exportFormat,
      intents: (part === 'entities' ? [] : definition.intents).map((intent) => ({
        name: intent.name,
        story: storyNames.get(intent.intentId) ?? '',
        utterances: (phrasesOf.get(intent.intentId) ?? []).map(({ text, refs }) => ({
          utterance: text,
          entityRefs: refs.map((ref) => ({
            ...ref,
            entityId: nameOf(ref.entityId),
            parameter: ref.parameter ?? intent.parameters.find(({ id }) => id === ref.entityId)?.name ?? nameOf(ref.entityId),
          })),
        })),
        response: intent.response,
        handsOver: intent.handsOver,
        parameters: intent.parameters.map(({ id, name, required, prompts }) => ({ entity: nameOf(id), name, required, prompts })),
      })),
      entities: definition.entities.map(({ name, isSensitive, values }) => ({ name, isSensitive, values })),
    };
    return { name: `${fileName}.json`, type: 'application/json; charset=utf-8', content: JSON.stringify(exported, null, 2) };
  }
  const table = part === 'entities' ? valueRows(definition) : phraseRows(definition, phrasesOf, storyNames);
  const name = part === 'entities' ? `${fileName} entities` : fileName;
  if (format === 'csv') {
    const content = stringify(table, { bom: true, escape_formulas: true });
    return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content };
  }
  if (table.length > mostWorkbookRows)
    throw new DomainError('bot.too_large', `A workbook holds at most ${mostWorkbookRows} rows; take the CSV.`, {});
  const rows = table.map((row) => row.map(withoutFormula));
  const content = Buffer.from(await ctx.confined.run(writeWorkbook, { rows }), 'base64');
  return { name: `${name}.xlsx`, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content };
}

/**
 * Removes formulas as the CSV export does: a saved workbook could pass a formula on. A cell of a workbook has 32,767 characters at most.
 */
const withoutFormula = (cell: string): string => cell.replace(/^(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "'").slice(0, 32_767);

type Phrases = ReadonlyMap<string, readonly { text: string }[]>;

function phraseRows({ intents }: BotDefinition, phrasesOf: Phrases, storyNames: ReadonlyMap<string, string>): string[][] {
  const rows = intents.flatMap((intent) =>
    (phrasesOf.get(intent.intentId) ?? []).map(({ text }, index) => [
      storyNames.get(intent.intentId) ?? '',
      intent.name,
      text,
      index === 0 ? (intent.response ?? '') : '',
    ]),
  );
  return [['story', 'intent', 'phrase', 'response'], ...rows];
}

/** A pattern a row, since a pattern may have commas. */
function valueRows({ entities }: BotDefinition): string[][] {
  const rows = entities.flatMap(({ name, values }) =>
    values.flatMap(({ value, type, synonyms, pattern }) =>
      type === 'pattern' ? pattern.map((each) => [name, value, '', each]) : [[name, value, synonyms.join(', '), '']],
    ),
  );
  return [['entity', 'value', 'synonyms', 'pattern'], ...rows];
}
