/** Lists that leave as a file; the first one is of everybody who has the delivery report. */
export const exportKinds = [
  'messages',
  'auditTrail',
  'importErrors',
  'movements',
  'chats',
  'chatRows',
  'audienceErrors',
  'broadcast',
  'campaigns',
  'campaignResponses',
  'campaignMilestones',
  'recipients',
  'conversations',
  'streamData',
  'streamMilestone',
  'formAnswers',
  'encapData',
  'speech',
] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Lists with persons in them: their files go when one is erased. */
export const peopleLists: readonly ExportKind[] = exportKinds.filter((kind) => kind !== 'movements' && kind !== 'campaigns');

/** A file of so many rows is made while its user waits; a longer one is made in the background. */
export const rowsAtOnce = 10_000;
/** A file is kept so long. */
export const exportDays = 7;
/** Exports of one user that are made at the same time. */
export const exportsAtOnce = 3;

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

/** Reasons of a missing file: its maker may not read the list any more, the record it is of is gone, or three tries have failed. */
export const exportFaults = ['', 'right', 'record', 'tries'] as const;
