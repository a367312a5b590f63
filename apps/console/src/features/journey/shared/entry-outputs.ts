import { channelTypes, type JourneyEntry } from '@parley/contract';

/** A word that people write to the channel begins the stream. */
export const isWritten = ({ kind }: Pick<JourneyEntry, 'kind'>): boolean => kind === 'keyword' || kind === 'contains' || kind === 'link';
export const isOnWeb = ({ channelType }: Pick<JourneyEntry, 'channelType'>): boolean => channelType === channelTypes.WEB;

/** There is something to put onto a page or a poster. */
export const hasOutputs = (entry: JourneyEntry): boolean => entry.link !== '' || isWritten(entry) || isOnWeb(entry);
