import type { JourneyPausedBy } from '@parley/contract';
import { sql } from 'kysely';
import type { PausedBy } from '#platform/db/schema.journey.ts';

/** True if the template that paused a stream `j` can be sent again. */
export const readyTemplate = sql<boolean>`exists (select from templates t where t.enterprise_id = j.enterprise_id
  and t.template_id = (j.paused_by ->> 'templateId')::uuid and t.status = 'APPROVED' and t.deleted_at is null)`;

export const presentPaused = ({
  pausedBy,
  isTemplateReady,
}: {
  pausedBy: PausedBy | null;
  isTemplateReady: boolean;
}): JourneyPausedBy | null => pausedBy && { ...pausedBy, isReady: isTemplateReady };
