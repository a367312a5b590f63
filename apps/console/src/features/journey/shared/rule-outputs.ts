import { channelTypes, type JourneyRule } from '@parley/contract';

/** A word that people write to the channel begins the stream. */
export const isWritten = ({ kind }: Pick<JourneyRule, 'kind'>): boolean => kind === 'keyword' || kind === 'contains' || kind === 'link';
export const isOnWeb = ({ channelType }: Pick<JourneyRule, 'channelType'>): boolean => channelType === channelTypes.WEB;

/** There is something to put onto a page or a poster. */
export const hasOutputs = (rule: JourneyRule): boolean => rule.link !== '' || isWritten(rule) || isOnWeb(rule);
