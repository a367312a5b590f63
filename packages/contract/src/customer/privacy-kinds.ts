/** Kinds of data about persons, in the order in which they are erased. Acts go before the entries, or they would bring words back. */
export const personalKinds = [
  'profile',
  'addresses',
  'externalIds',
  'consents',
  'changes',
  'chats',
  'messageActs',
  'entries',
  'movedChats',
  'offers',
  'sides',
  'drafts',
  'siteVisits',
  'laterMessages',
  'calls',
  'files',
  'messages',
  'receipts',
  'rawEvents',
  'blacklist',
  'broadcasts',
  'audienceFiles',
  'responses',
  'shortLinks',
  'botTurns',
  'botSessions',
  'botToolCalls',
  'speech',
  'journeys',
  'forms',
  'pages',
  'imports',
  'moveRecords',
  'importFiles',
  'exports',
  'listFiles',
  'filters',
  'webhookEvents',
  'notifications',
  'bin',
  'audit',
] as const;
export type PersonalKind = (typeof personalKinds)[number];

export const erasureStates = ['running', 'done'] as const;

/** Ways in which a consent was changed. */
export const consentRoads = ['card', 'import', 'undo', 'customer', 'merge'] as const;
export type ConsentRoad = (typeof consentRoads)[number];

/** Nobody keeps data shorter than a month, or the reports of the month would lack what they count. */
export const shortestRetentionDays = 30;
export const retentionKinds = [
  'chats',
  'movedChats',
  'botTurns',
  'botToolCalls',
  'speech',
  'formAnswers',
  'media',
  'rawEvents',
  'messages',
  'responses',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];
