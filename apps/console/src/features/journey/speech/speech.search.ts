import { speechSources, speechStates, z } from '@parley/contract';

const filterText = z.string().default('').catch('');

/** Address of the report of speech: its filters. `below`: per cent, 0 for all. */
export const SpeechSearch = z.object({
  fromDate: filterText,
  toDate: filterText,
  source: z
    .enum(['', ...speechSources])
    .default('')
    .catch(''),
  channelId: filterText,
  journeyId: filterText,
  language: filterText,
  status: z
    .enum(['', ...speechStates])
    .default('')
    .catch(''),
  below: z.number().int().min(0).max(100).default(0).catch(0),
  text: filterText,
  sandbox: z.boolean().default(false).catch(false),
});
export type SpeechSearch = z.infer<typeof SpeechSearch>;
export const noSpeechSearch: SpeechSearch = SpeechSearch.parse({});
