import { type endpoints, fieldError, type JourneyRuleKind, type JourneyRuleSettings, type z } from '@parley/contract';
import { fold } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessCampaign } from '../../outreach/door.ts';
import { nameValues } from '../reference/rule.about.ts';
import { assertAudience, scheduleOf } from './rule.schedule.ts';

export type Attached = z.output<typeof endpoints.publishing.attach.body>;
type Rule = { word: string; settings: JourneyRuleSettings };

/** Kinds for which a word decides. */
const worded: ReadonlySet<JourneyRuleKind> = new Set(['keyword', 'contains', 'payload', 'link']);

function mandatory(field: string, value: string): string {
  if (value === '') throw invalidRequest(fieldError(field, 'field.mandatory'));
  return value;
}

/**
 * Returns the settings of a rule of its kind on its channel: its key and its further fields.
 * @throws DomainError where a field lacks or is wrong
 */
export function ruleOf(attached: Attached): Rule {
  const { kind, word, campaignId, hours, attribute, change, value, audienceId } = attached;
  switch (kind) {
    case 'campaign':
      return { word: mandatory('campaignId', campaignId), settings: { hours } };
    case 'attribute':
      return {
        word: mandatory('attribute', attribute.trim()),
        settings: { change, ...(change === 'became' ? { value: mandatory('value', value.trim()) } : {}) },
      };
    case 'schedule':
      return { word: mandatory('audienceId', audienceId), settings: { schedule: scheduleOf(attached) } };
    default:
      if (!worded.has(kind)) return { word: '', settings: {} };
      return { word: mandatory('word', kind === 'payload' ? word.trim() : fold(word)), settings: {} };
  }
}

/**
 * Checks that the records a rule names exist, and that its maker may see them.
 * @throws DomainError campaign.not_found, group.not_found, journey.audience_too_large or request.invalid
 */
export async function assertNamed(ctx: Ctx, tx: Tx, kind: JourneyRuleKind, word: string): Promise<void> {
  if (kind === 'campaign') await accessCampaign(tx, ctx.actor, word);
  if (kind === 'schedule') await assertAudience(tx, ctx.enterpriseId, word);
  if (kind === 'attribute' && (await nameValues(tx, ctx.enterpriseId, [word])).size === 0)
    throw invalidRequest(fieldError('attribute', 'attribute.unknown', { name: word }));
}
