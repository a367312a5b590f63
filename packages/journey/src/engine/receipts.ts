const rank = { accepted: 1, delivered: 2, read: 3 } as const;
type Receipt = keyof typeof rank;

/** Tells whether a message has come as far as somebody waits for. */
export const reaches = (receipt: Receipt | 'failed', wanted: Receipt): boolean => receipt !== 'failed' && rank[receipt] >= rank[wanted];
