import type { LiveEventData } from '@parley/contract';
import { defineEvent } from '#platform/events/events.ts';
import { streamReadersTopic } from '../../chat/door.ts';

type DraftChange = LiveEventData<'streamDraft'>;

/** A draft was saved or is held by somebody else: users who have the stream open see it as it is now. */
export const draftChanged = defineEvent({
  name: 'journey.draft_changed',
  deliver: (data: DraftChange, enterpriseId) => [{ topics: [streamReadersTopic(enterpriseId)], message: { type: 'streamDraft', data } }],
});
