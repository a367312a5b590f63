import type { Tx } from './database.ts';
import type { Notices } from './notices.ts';

const mostRemembered = 10_000;

/** A fact of each enterprise that a hot road asks for. */
export type Remembered<T> = { of: (tx: Tx, enterpriseId: string) => Promise<T> };

/** Keeps the answer for each enterprise until a notice says that it has changed: most are asked for often, and change seldom. */
export function rememberByEnterprise<T>(notices: Notices, read: (tx: Tx, enterpriseId: string) => Promise<T>): Remembered<T> {
  const remembered = new Map<string, T>();
  let changes = 0;
  notices.onNotice((enterpriseId) => {
    changes += 1;
    remembered.delete(enterpriseId);
  });
  notices.onGap(() => {
    changes += 1;
    remembered.clear();
  });
  return {
    async of(tx, enterpriseId) {
      const known = remembered.get(enterpriseId);
      if (known !== undefined) return known;
      const before = changes;
      const found = await read(tx, enterpriseId);
      // An answer that a change may have overtaken is used this once.
      if (before === changes && notices.isListening()) {
        if (remembered.size >= mostRemembered) remembered.clear();
        remembered.set(enterpriseId, found);
      }
      return found;
    },
  };
}
