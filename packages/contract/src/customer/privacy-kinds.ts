/** Kinds of data about persons, in the order in which they are erased. */
export const personalKinds = [
  'profile',
  'addresses',
  'consents',
  'changes',
  'chats',
  'entries',
  'offers',
  'files',
  'messages',
  'receipts',
  'rawEvents',
  'blacklist',
  'broadcasts',
  'botTurns',
  'botSessions',
  'imports',
  'importFiles',
  'exports',
  'filters',
  'webhookEvents',
  'notifications',
  'bin',
  'audit',
] as const;
export type PersonalKind = (typeof personalKinds)[number];

export const erasureStates = ['running', 'done'] as const;
