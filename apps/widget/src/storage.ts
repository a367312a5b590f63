/** Storage of one widget key. A browser that refuses to store loses it with the page, and nothing else breaks. */
export type WidgetStorage = {
  get: (name: string) => string | null;
  set: (name: string, value: string) => void;
  remove: (name: string) => void;
  /** Names that begin with the prefix, in no order. */
  names: (prefix: string) => string[];
};

export function createStorage(widgetKey: string, open: () => Storage = () => localStorage): WidgetStorage {
  const root = `parley:${widgetKey}:`;
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return work(open());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (name) =>
      memory.get(name) ??
      attempt(
        (storage) => storage.getItem(root + name),
        () => null,
      ),
    set(name, value) {
      attempt(
        (storage) => {
          storage.setItem(root + name, value);
          memory.delete(name);
        },
        () => {
          memory.set(name, value);
        },
      );
    },
    remove(name) {
      memory.delete(name);
      attempt(
        (storage) => storage.removeItem(root + name),
        () => {},
      );
    },
    names: (prefix) => {
      const stored = attempt(
        (storage) =>
          Object.keys(storage)
            .filter((name) => name.startsWith(root + prefix))
            .map((name) => name.slice(root.length)),
        () => [] as string[],
      );
      return [...new Set([...stored, ...[...memory.keys()].filter((name) => name.startsWith(prefix))])];
    },
  };
}
