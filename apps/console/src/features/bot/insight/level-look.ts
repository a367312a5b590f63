import type { SentimentLevel } from '@parley/contract';
import { IconMoodNeutral, IconMoodSad, IconMoodSmile } from '@tabler/icons-react';

/** A level by colour and by sign, so that neither has to say it alone. */
export const levelLooks: Record<SentimentLevel, { color: string; icon: typeof IconMoodSmile }> = {
  positive: { color: 'green', icon: IconMoodSmile },
  neutral: { color: 'gray', icon: IconMoodNeutral },
  negative: { color: 'red', icon: IconMoodSad },
};
