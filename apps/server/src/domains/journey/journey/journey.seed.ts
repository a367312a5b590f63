import type { JourneyRuleKind } from '@parley/contract';
import { fold } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { insertJourney, type NewJourney } from './journey.service.ts';
import { insertRule, insertVersion, numberNodes, publishFirst } from './published.repository.ts';

type Rule = { channelId: string; kind: JourneyRuleKind; word: string };

/** A stream with its first version and what begins it, or the drawing of an encap, which its links begin, for an enterprise that is being made: its conversations are known to pass. */
export async function addPublished(ctx: EnterpriseContext, tx: Tx, made: NewJourney, rule?: Rule): Promise<void> {
  const { enterpriseId } = ctx;
  const journeyId = await insertJourney(ctx, tx, made);
  const fingerprint = await publishFirst(tx, enterpriseId, journeyId);
  const at = ctx.now();
  await insertVersion(tx, {
    enterpriseId,
    journeyId,
    version: 1,
    document: JSON.stringify(made.document),
    fingerprint,
    passed: made.tests.length,
    publishedBy: null,
    publishedAt: at,
  });
  await numberNodes(tx, enterpriseId, journeyId, made.document);
  if (!rule) return;
  const { channelId, kind, word } = rule;
  await insertRule(tx, {
    enterpriseId,
    entryId: newId(),
    journeyId,
    version: 1,
    channelId,
    kind,
    word: fold(word),
    priority: made.document.settings.priority,
    createdBy: null,
    createdAt: at,
  });
}
