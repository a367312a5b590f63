/** Reasons for which facts of a chat change after the day on which it counts. `handled`: what else its work changes, such as its agent. */
export const lateCauses = [
  'added',
  'reopened',
  'ended',
  'picked',
  'answered',
  'rated',
  'moved',
  'handled',
  'returned',
  'relabelled',
] as const;
export type LateCause = (typeof lateCauses)[number];

/** Beginnings of days since which changes are told: of today, of yesterday, of the day a week or 30 days ago. */
export const lateSince = { today: 0, yesterday: 1, week: 7, month: 30 } as const;
export type LateSince = keyof typeof lateSince;
