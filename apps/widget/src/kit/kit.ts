import type { PartName, Parts } from '../parts.ts';
import type { Words } from '../words.ts';

/** Tools that the script lends to its parts, which are scripts of their own. */
export type Kit = {
  preact: Pick<typeof import('preact'), 'Fragment' | 'h'>;
  hooks: Pick<typeof import('preact/hooks'), 'useEffect' | 'useRef' | 'useState'>;
  runtime: Pick<typeof import('preact/jsx-runtime'), 'Fragment' | 'jsx' | 'jsxs'>;
  /** @param words English that the part alone says */
  keep: <N extends PartName>(name: N, part: Parts[N], words: Words) => void;
};

/** A symbol is a name that no script of the page uses by chance. */
export const kitName = Symbol.for('parley.kit');
export const kit = (): Kit => (globalThis as unknown as { [kitName]: Kit })[kitName];
