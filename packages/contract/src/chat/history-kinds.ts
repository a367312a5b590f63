/** Chats of a page of the history. */
export const historyPage = 50;
/** Chats of a page: all, those that were led here, or those that were moved in from another product. */
export const historyOrigins = ['all', 'here', 'moved'] as const;
/** Days that a filter of the history spans at most. */
export const historyDaysMax = 366;
/** Entries of one file of a transcript; of a longer chat there are several. */
export const transcriptPart = 1000;
/** Pictures that one file of a transcript shows. */
export const transcriptPictures = 200;

/** Number of files that the transcript of a chat has. */
export const countTranscriptParts = (lastNumber: number): number => Math.max(1, Math.ceil(lastNumber / transcriptPart));
