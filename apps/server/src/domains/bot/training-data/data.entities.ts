import { entityTexts, type ImportEntry, tidyName } from '@parley/contract';
import { mostPatternCost } from '@parley/nlu';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listEntityNames, readPatternCost, writeEntity } from '../entity/entity.repository.ts';
import { costOf, patternsOf } from '../entity/entity.rules.ts';
import { left, type ReadData, taken } from '../format/data.types.ts';
import { systemEntityNames } from '../intent/intent.rules.ts';

/** Entities of the file that the bot does not have are added; those that it has stay as they are. */
export async function addEntities(
  ctx: EnterpriseContext,
  tx: Tx,
  botId: string,
  data: ReadData,
  report: ImportEntry[],
): Promise<{ ids: Map<string, string>; added: number }> {
  const { enterpriseId } = ctx;
  const ids = new Map([...(await listEntityNames(tx, enterpriseId, botId))].map(([id, name]) => [name.toLowerCase(), id]));
  let added = 0;
  let patternCost = await readPatternCost(tx, enterpriseId, botId);
  const wanted = new Set(data.intents.flatMap(({ parameters }) => parameters.map(({ entity }) => entity)));
  const defined = new Set(data.entities.map(({ name }) => name));
  const undefinedOnes = [...wanted].filter((name) => !systemEntityNames.has(name) && !defined.has(name));
  for (const name of undefinedOnes)
    if (!ids.has(name.toLowerCase()))
      report.push(left('entity', name, '', 'It is not defined in the file; its annotations were left out.'));
  for (const entity of data.entities) {
    const name = tidyName(entity.name);
    const place = entity.place ?? '';
    if (name === '' || ids.has(name.toLowerCase()) || systemEntityNames.has(name)) {
      report.push(
        left('entity', name, place, name === '' ? 'It has no name.' : 'The bot has an entity of this name, which stays as it is.'),
      );
      continue;
    }
    const cost = costOf(patternsOf(entity.values));
    const fault = entity.fault ?? (patternCost + cost > mostPatternCost ? entityTexts.patternsTooCostly : undefined);
    if (fault) {
      report.push(left('entity', name, place, fault));
      continue;
    }
    patternCost += cost;
    const entityId = newId();
    const content = { name, isSensitive: entity.isSensitive, values: entity.values };
    await writeEntity(tx, enterpriseId, { botId, entityId, content, now: ctx.now(), isNew: true });
    ids.set(name.toLowerCase(), entityId);
    report.push(taken('entity', name, place, `${entity.values.length} values`));
    added += 1;
  }
  return { ids, added };
}
