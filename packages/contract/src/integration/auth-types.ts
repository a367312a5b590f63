/** Kinds of outside services (ADMIN-048): the numbers are the specification's. */
export const authTypes = { workflow: 1, webhook: 2, video: 3, database: 4, genAi: 5, speech: 6 } as const;
export type AuthType = (typeof authTypes)[keyof typeof authTypes];

/** Those that this noun saves; webhooks have calls of their own. */
export const savedAuthTypes = [
  authTypes.workflow,
  authTypes.video,
  authTypes.database,
  authTypes.genAi,
  authTypes.speech,
] as const satisfies readonly AuthType[];
export type SavedAuthType = (typeof savedAuthTypes)[number];

/** Those that a stream calls below their address. */
export const calledAuthTypes: readonly AuthType[] = [authTypes.workflow, authTypes.webhook, authTypes.genAi, authTypes.speech];

/** Integrations of authType 5: what the bot screens call generative-AI configurations (decisions, GENAI-018). */
export const genAiAuthType = authTypes.genAi;
/** Webhooks are integrations of this type. */
export const webhookAuthType = authTypes.webhook;

/** `untried`: nobody has called it yet; the last two are of webhooks alone. */
export const integrationStates = ['untried', 'working', 'failing', 'paused', 'suspended'] as const;

/** Video calls are held here, or in rooms of a meeting server. */
export const meetingKinds = ['outside', 'own'] as const;
export type MeetingKind = (typeof meetingKinds)[number];

/** The only kind of database so far (ADMIN-049). */
export const databaseTypes = ['MySQL'] as const;
export const mostDatabaseRows = 1000;
