import { stringify } from 'csv-stringify/sync';
import type { EnterpriseContext } from '../../../context.ts';
import { botNotFound } from '../bot/bot.repository.ts';
import { readSnapshot } from '../bot/bot.snapshot.ts';
import { type ExportedBot, exportFormat } from './data.json.ts';

type ExportFile = { name: string; type: string; content: string };

/**
 * Training data to take along. The CSV has story, intent, phrase and response; the JSON everything, entities by name.
 * @param ctx none for whoever shows neither a session nor its token: such a caller learns no more than of a bot that nobody has
 */
export async function exportData(ctx: EnterpriseContext | undefined, botId: string, format: 'csv' | 'json'): Promise<ExportFile> {
  if (!ctx) throw botNotFound();
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
      intents: definition.intents.map((intent) => ({
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
  const rows = definition.intents.flatMap((intent) =>
    (phrasesOf.get(intent.intentId) ?? []).map(({ text }, index) => [
      storyNames.get(intent.intentId) ?? '',
      intent.name,
      text,
      index === 0 ? (intent.response ?? '') : '',
    ]),
  );
  const content = stringify([['story', 'intent', 'phrase', 'response'], ...rows], { bom: true, escape_formulas: true });
  return { name: `${fileName}.csv`, type: 'text/csv; charset=utf-8', content };
}
