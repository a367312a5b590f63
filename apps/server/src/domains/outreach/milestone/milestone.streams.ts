import type { RawBuilder } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Step of a walk that a milestone of a campaign may be about. @property since walks that began before then are left out */
export type StreamMark = {
  enterpriseId: string;
  kind: 'streamStarted' | 'streamCompleted' | 'streamMilestone';
  journeyId: string;
  milestoneId: string;
  since: Date;
};
export type NamedStream = { id: string; name: string; milestones: { id: string; name: string }[] };

export type MarkedStreams = {
  /** Selects `customer_id` with `at`, when a walk of theirs did it; walks of the sandbox are none */
  marks: (mark: StreamMark) => RawBuilder<unknown>;
  /** Streams that were published, with the milestones of their newest version. @param ids of these alone */
  list: (tx: Read, enterpriseId: string, ids?: readonly string[]) => Promise<NamedStream[]>;
};

/** Streams, whose walks are another domain's. */
export const markedStreams = defineExtensionPoint<MarkedStreams>('campaign.streams');
