import type { BotTool } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { listTools } from '../tool/tool.repository.ts';
import type { DefinedTool } from '../tool/tool.rules.ts';
import type { BotSnapshot, DefinedPassage, Phrase } from './bot.definition.ts';

/** All of a bot at one moment, with the fingerprint of that moment. */
export async function readSnapshot(tx: Read, enterpriseId: string, botId: string): Promise<{ snapshot: BotSnapshot; fingerprint: string }> {
  const bot = await accessBot(tx, enterpriseId, botId);
  const ofBot = { enterpriseId, botId };
  const [intents, phrases, entities, passages, tools] = await Promise.all([
    tx
      .selectFrom('intents')
      .select(['intentId', 'name', 'response', 'handsOver', 'parameters'])
      .where((eb) => eb.and(ofBot))
      .orderBy('createdAt')
      .orderBy('intentId')
      .execute(),
    tx
      .selectFrom('utterances')
      .select(['intentId', 'text', 'refs'])
      .where((eb) => eb.and(ofBot))
      .orderBy('intentId')
      .orderBy('position')
      .execute() as Promise<Phrase[]>,
    tx
      .selectFrom('entities')
      .select(['entityId', 'name', 'isSensitive', 'values'])
      .where((eb) => eb.and(ofBot))
      .orderBy('entityId')
      .execute(),
    readPassages(tx, enterpriseId, botId),
    listTools(tx, enterpriseId, botId),
  ]);
  const { name, type, config, prompt, knowledge } = bot;
  return {
    snapshot: {
      definition: { botId, name, type, config, prompt, knowledge, intents, entities, tools: tools.map(toDefined) },
      phrases,
      passages,
    },
    fingerprint: bot.fingerprint,
  };
}

const toDefined = ({ id, version: _version, ...content }: BotTool): DefinedTool => ({ ...content, toolId: id });

/** Passages of the sources that are switched on; written entries always count. */
export async function readPassages(tx: Read, enterpriseId: string, botId: string): Promise<DefinedPassage[]> {
  const { knowledge } = await accessBot(tx, enterpriseId, botId);
  const kinds = [
    'note' as const,
    ...(knowledge.kbFromWebsite ? (['website'] as const) : []),
    ...(knowledge.kbFromDoc ? (['document'] as const) : []),
  ];
  const rows = await tx
    .selectFrom('knowledgePassages as p')
    .innerJoin('knowledgeSources as s', (join) =>
      join.onRef('s.enterpriseId', '=', 'p.enterpriseId').onRef('s.sourceId', '=', 'p.sourceId'),
    )
    .select(['p.sourceId', 's.name as sourceName', 's.fileId', 'p.page', 'p.paragraph', 'p.url', 'p.title', 'p.headings', 'p.text'])
    .where('p.enterpriseId', '=', enterpriseId)
    .where('p.botId', '=', botId)
    .where('s.kind', 'in', kinds)
    .orderBy('p.sourceId')
    .orderBy('p.position')
    .execute();
  return rows.map((row) => ({ ...row, fileId: row.fileId ?? '' }));
}
