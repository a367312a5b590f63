/** Limits of a document (journeys.md 1). */
export const limits = {
  nodes: 500,
  edges: 1500,
  documentBytes: 1_048_576,
  variables: 200,
  valueBytes: 16_384,
  stateBytes: 65_536,
  cases: 50,
  items: 100,
  streamDepth: 5,
  milestones: 100,
  languages: 20,
  notes: 200,
  textLength: 4096,
  lifeDays: 400,
} as const;
export const secondsOfDay = 86_400;
/** Most operations in one save. */
export const mostOperations = 500;
