import type { JourneyItem } from '@parley/contract';

/** '75 %' of those that began within 7 days have come to the end; '–' while nobody has begun. */
export const completionOf = ({ started, completed }: Pick<JourneyItem, 'started' | 'completed'>): string =>
  started === 0 ? '–' : `${Math.round((completed / started) * 100)} %`;
