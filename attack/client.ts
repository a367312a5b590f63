import type { Caller, Got, Who } from './caller.ts';

/** Returns the data that a call answered. @throws Error where it was refused: an assault cannot begin without what it needs */
export function dataOf<T>(got: Got | undefined, what: string): T {
  const envelope = got && (JSON.parse(got.body) as { status: boolean; data: T; response?: T });
  if (!envelope?.status) throw new Error(`What is to be attacked could not be made, ${what}: ${got?.status} ${got?.body}`);
  return envelope.response ?? envelope.data;
}

/** Calls of one person that must succeed, in JSON. */
export const clientOf =
  (caller: Caller, who: Who) =>
  async <T = { id: string }>(method: string, path: string, body?: object): Promise<T> => {
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const sent = { method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return dataOf<T>(await caller.send(who, sent, `making ${path}`), path);
  };
