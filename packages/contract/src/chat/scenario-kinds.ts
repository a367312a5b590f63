/** Days that a scenario replays at most, chats in them, and scenarios of an enterprise. */
export const scenarioDaysMax = 31;
export const scenarioChatsMax = 100_000;
export const scenariosMax = 100;
/** Changes of one scenario, and departments that it tells of. */
export const scenarioChangesMax = 10;
export const scenarioDepartmentsMax = 20;
/** Scenarios that stand beside what was. */
export const scenariosCompared = 4;

/** Parts of a department's work that a scenario changes. */
export const scenarioChangeKinds = ['agents', 'limit', 'mode', 'accept', 'wait', 'hours', 'volume'] as const;
export type ScenarioChangeKind = (typeof scenarioChangeKinds)[number];

/** Waits for a worker, is replayed, has its figures, tells nothing of any department, or has failed. */
export const scenarioStates = ['waiting', 'running', 'done', 'cannotTell', 'failed'] as const;
export type ScenarioState = (typeof scenarioStates)[number];
export const scenarioFailures = ['', 'tooCostly', 'silent', 'unexpected'] as const;

/**
 * Reasons for which nothing is told of a department: agents pick chats up themselves, it had too few chats or too many, its agents' statuses are
 * not recorded, its settings or the hours were changed, or the replay of what was differs from what was.
 */
export const scenarioReasons = [
  'pickedByHand',
  'tooFew',
  'tooMany',
  'presenceUnknown',
  'settingsChanged',
  'hoursChanged',
  'factsMissing',
  'notMet',
] as const;
export type ScenarioReason = (typeof scenarioReasons)[number];

export const scenarioFigures = ['chats', 'missed', 'left', 'waitMedianMs', 'waitP90Ms', 'load'] as const;
export type ScenarioFigure = (typeof scenarioFigures)[number];
