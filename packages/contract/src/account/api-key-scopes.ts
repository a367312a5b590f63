/**
 * Purposes that a key may be made for (screens 1.4). A call names those that open it; one that names none refuses every key.
 * `chats` reads chats, `chat_replies` answers in them, `chat_work` notes, labels, assigns, suspends and closes.
 */
export const apiKeyScopes = ['send', 'reports', 'customers', 'chats', 'chat_replies', 'chat_work'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
