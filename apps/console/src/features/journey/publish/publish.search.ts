import { z } from '@parley/contract';

const filterText = z.string().default('').catch('');
/** Filters of the rules. */
export const PublishSearch = z.object({ journeyId: filterText, channelId: filterText });
export type PublishSearch = z.infer<typeof PublishSearch>;
export const noPublishSearch: PublishSearch = { journeyId: '', channelId: '' };
