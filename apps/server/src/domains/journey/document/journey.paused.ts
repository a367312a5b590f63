import type { JourneyPausedBy } from '@parley/contract';
import type { PausedBy } from '#platform/db/schema.journey.ts';

export const presentPaused = ({
  pausedBy,
  isTemplateReady,
}: {
  pausedBy: PausedBy | null;
  isTemplateReady: boolean;
}): JourneyPausedBy | null => pausedBy && { ...pausedBy, isReady: isTemplateReady };
