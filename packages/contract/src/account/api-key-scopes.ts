/** Purposes that a key may be made for (screens 1.4). A call names those that open it; one that names none refuses every key. */
export const apiKeyScopes = ['send', 'reports', 'customers'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
